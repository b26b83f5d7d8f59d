import type { Databases } from '#src/db/open-databases.ts'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import type { Caller } from './api/caller.ts'
import type { Credentials } from './api/headers.ts'
import { reportContact } from './device-facts/report-contact.ts'
import type { StorageFacts } from './device-facts/storage-facts.ts'
import { holdPage, isPageGone } from './drafts/page-lock.ts'
import { queueOrphans } from './drafts/queue-orphans.ts'
import { sendFilesInTurn, type Upload } from './files/send-files.ts'
import { keepNote } from './journal/notes.ts'
import { followHistory, type PageHistory } from './journal/page-history.ts'
import type { TabChannel } from './leader/channel.ts'
import { type Locks, takeTurnsLeading } from './leader/leader.ts'
import { type LeaderLoopPorts, runLeaderLoops } from './leader/leader-loops.ts'
import { listen } from './leader/listen.ts'
import { startPausable } from './leader/pausable-task.ts'
import { createWakeSignal } from './leader/wake-signal.ts'
import type { Link } from './link/link.ts'
import { readServerHello } from './link/server-hello.ts'
import type { CommandAuthor } from './outbox/make/enqueue-command.ts'
import { type Discarded, discardCommand } from './outbox/refused/discard-command.ts'
import { openTransport } from './outbox/send/open-transport.ts'
import { createSender } from './outbox/send/sender.ts'
import { forgetBackoffs } from './outbox/settle/prune-acked.ts'
import { renewPriors } from './priors/renew-priors.ts'
import { createPuller, type Puller, type StudyChange } from './pull/puller.ts'
import { createRepairer } from './repair/repairer.ts'
import { createCommandSealer } from './sealed/seal-command.ts'
import { sealWaiting } from './sealed/seal-waiting.ts'
import { createCommandSigner } from './sealed/sign-command.ts'
import { followRights } from './session/follow-rights.ts'

/** Maximum time that signing waiting commands delays a lock. */
const LAST_SIGNING_MS = 2_000

/** The data and background work of the signed-in user on this device. */
export interface Device {
  databases: Databases
  deviceId: string
  author: CommandAuthor
  /** The server history that the screens of this page were read from. */
  history: PageHistory
  /** Stores the server's signed note of what the user did online (docs/decisions/274). */
  keepNote: (text: string) => void
  /** Discards a change at its author's request (outbox/discard-command.ts). */
  giveUpCommand: (id: string) => Promise<Discarded>
  /** Signals that the outbox has something new to send. */
  wake: () => void
  /** Requests a pull now, whichever page does it. */
  refresh: () => void
  /** The studies of this device in memory; opened by the first list that needs them. */
  worklist: () => WorklistClient
  /** Whether a list has already opened them. */
  hasWorklist: () => boolean
  /** Announces to the lists of all pages that copies of studies changed. */
  announceStudies: (change: StudyChange) => void
  /** Seals and signs commands that lack it: after the vault was opened, and before its key is dropped. */
  makeTravel: () => Promise<unknown>
  /** Stops background work while the vault is locked; resolves when none of it writes any more, or after a timeout. */
  pause: () => Promise<void>
  resume: () => void
  stop: () => Promise<void>
}

/** The device's dependencies; tests replace them. */
export interface DevicePorts {
  call: Caller
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sends one file; absent if files cannot be sent. */
  upload?: Upload
  credentials: () => Credentials | undefined
  authorName: () => string
  /** The data key while the vault is open: changes made then are signed. */
  findKey: () => DataKey | undefined
  deviceId: string
  link: Link
  locks: Locks
  channel: TabChannel
  /** Whether the page is visible. */
  isVisible: () => boolean
  openWorklist: (userId: string) => WorklistClient
  now: () => number
  random: () => number
  zone: string
  /** Storage space on this device, reported to the server; absent if nothing is reported. */
  storage?: () => Promise<StorageFacts>
  /** Whether the user reads studies here, so that prior ones are prefetched; absent if nobody does. */
  isReader?: () => boolean
  /** Refreshes the session because the user's rights changed; throws if the request fails. */
  onRights?: () => Promise<void>
  /** Called when something may wait to be sent. */
  onWaiting?: () => void
  onError: (error: unknown) => void
}

/**
 * Starts the device of a user: one of its pages sends the outbox and keeps the copies up to date, and every page may
 * write. Nothing is sent before this; work left from the last session is sent now.
 */
export async function startDevice(databases: Databases, ports: DevicePorts): Promise<Device> {
  const { channel, link } = ports
  const stopping = new AbortController()
  // Ignore errors while the page unloads.
  const onError = (error: unknown) => {
    if (!stopping.signal.aborted) ports.onError(error)
  }
  const pullSignal = createWakeSignal()
  const call: Caller = (target, input, options) =>
    ports.call(target, input, { ...options, signal: anyOf(stopping.signal, options?.signal) })
  let worklist: WorklistClient | undefined
  const announceStudies = (ids: StudyChange) => channel.post({ kind: 'studies', ids })
  const puller = createPuller(databases, call, () => sender.wake())
  const repairer = createRepairer(databases, call, puller)
  const history = await followHistory(databases.work)
  const author = authorOf(databases, ports, history)
  const settling = { ...ports, call, seal: author.seal, sign: author.sign }
  const lane = openTransport(databases, {
    ...settling,
    onDelivered: (studies) => {
      announceStudies(studies)
      pullSignal.wake()
    },
  })
  const sender = createSender(databases.work, lane, {
    ...ports,
    onError,
    isWorthTrying: link.isWorthTrying,
    sendFiles: ports.upload && sendFilesInTurn(databases, ports.upload),
  })
  const { work } = databases
  holdPage(ports.locks, author.writer, stopping.signal)
  await forgetBackoffs(work)
  const makeTravel = () => sealWaiting(databases, author.seal, author.sign)
  const makeReady = () => {
    forgetBackoffs(work).then(sender.wake, onError)
    readServerHello(work, call, ports.now).then(makeTravel).catch(onError)
  }
  const wiring = listen(link, channel, {
    onOnline: makeReady,
    onOffline: sender.abortInFlight,
    onTry: () => void forgetBackoffs(work).then(sender.wake, onError),
    onWake: sender.wake,
    onPull: pullSignal.wake,
    onRights: () => void ports.onRights?.().catch(() => undefined),
  })
  wiring.add(renewRights(work, puller, ports))
  wiring.add(puller.opened$.subscribe((studies) => worklist?.give(studies)))
  wiring.add(puller.studies$.subscribe(announceStudies))
  wiring.add(puller.rights$.subscribe(history.read))
  const duty = dutyOf(databases, ports, { onError, call, author, sender, puller, repairer })
  const lead = (signal: AbortSignal) => runLeaderLoops(duty, pullSignal, signal)
  const name = `readroom-sender-${databases.userId}`
  const turns = startPausable((signal) =>
    takeTurnsLeading({ ...ports, onError, name, lead }, AbortSignal.any([stopping.signal, signal])),
  )

  return {
    databases,
    author,
    history,
    keepNote: (text) => void keepNote(work, text).catch(onError),
    announceStudies,
    hasWorklist: () => worklist !== undefined,
    worklist: () => (worklist ??= ports.openWorklist(databases.userId)),
    deviceId: ports.deviceId,
    giveUpCommand: (id) => discardCommand(databases, settling, id),
    wake: () => {
      sender.wake()
      channel.post({ kind: 'wake' })
      ports.onWaiting?.()
    },
    refresh: () => {
      pullSignal.wake()
      channel.post({ kind: 'pull' })
    },
    makeTravel: () => within(LAST_SIGNING_MS, makeTravel()).catch(onError),
    pause: async () => {
      worklist?.lock()
      await turns.pause()
    },
    resume: () => {
      worklist?.unlock()
      turns.resume()
      if (link.state().online) makeReady()
    },
    stop: async () => {
      stopping.abort()
      wiring.unsubscribe()
      worklist?.close()
      await turns.pause()
      channel.close()
    },
  }
}

/** Renews the session when the person's rights changed, and tells the other pages. */
const renewRights = (work: Databases['work'], { rights$ }: Puller, ports: DevicePorts) =>
  followRights(work, rights$, {
    sessionId: () => ports.credentials()?.session_id,
    renew: async () => {
      await ports.onRights?.()
      ports.channel.post({ kind: 'rights' })
    },
  })

interface DutyParts extends Pick<LeaderLoopPorts, 'onError' | 'sender' | 'puller' | 'repairer'> {
  call: Caller
  author: CommandAuthor
}

/** Returns what the one page does that sends and pulls for all. */
function dutyOf(databases: Databases, ports: DevicePorts, parts: DutyParts): LeaderLoopPorts {
  const { onError, call, author, sender, puller, repairer } = parts
  const stream = { ...ports, now: () => new Date(ports.now()) }
  const report = ports.storage && (() => reportContact(databases.work, call, ports.storage!))
  const orphans = async () => {
    const queued = await queueOrphans(databases, author, (writer) => isPageGone(ports.locks, writer))
    if (queued > 0) sender.wake()
    return queued
  }
  const priors = async (signal: AbortSignal) => {
    if (ports.isReader?.()) await renewPriors(databases, { call, now: ports.now, signal })
  }
  return {
    ...ports,
    onError,
    work: databases.work,
    sender,
    puller,
    repairer,
    stream,
    report,
    queueOrphans: orphans,
    renewPriors: priors,
  }
}

const authorOf = (
  { userId, work }: Databases,
  { authorName, now, link, findKey }: DevicePorts,
  history: PageHistory,
): CommandAuthor => ({
  userId,
  name: authorName,
  now,
  writer: crypto.randomUUID(),
  isOnline: () => link.state().online,
  history: history.read,
  seal: createCommandSealer(work),
  sign: createCommandSigner(work, findKey),
})

const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, ms))])

const anyOf = (one: AbortSignal, other: AbortSignal | undefined) =>
  other ? AbortSignal.any([one, other]) : one
