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
import { runLeaderLoops } from './leader/leader-loops.ts'
import { listen } from './leader/listen.ts'
import { startPausable } from './leader/pausable-task.ts'
import { createWakeSignal } from './leader/wake-signal.ts'
import type { Link } from './link/link.ts'
import { readServerHello } from './link/server-hello.ts'
import { type Discarded, discardCommand } from './outbox/discard-command.ts'
import type { Desk } from './outbox/enqueue-command.ts'
import { openTransport } from './outbox/open-transport.ts'
import { forgetBackoffs } from './outbox/prune-acked.ts'
import { createSender } from './outbox/sender.ts'
import { renewPriors } from './priors/renew-priors.ts'
import { createPuller, type StudyChange } from './pull/puller.ts'
import { createRepairer } from './repair/repairer.ts'
import { createCommandSealer } from './sealed/seal-command.ts'
import { sealWaiting } from './sealed/seal-waiting.ts'
import { createCommandSigner } from './sealed/sign-command.ts'
import { followRights } from './session/follow-rights.ts'

/** Signing what waits holds up a lock no longer than this. */
const LAST_SIGNING_MS = 2_000

/** What the device holds and does for the person signed in. */
export interface Device {
  databases: Databases
  deviceId: string
  desk: Desk
  /** The server's history that the screens of this page were read from. */
  history: PageHistory
  /** Keeps the server's signed note of what the person did online (docs/decisions/274). */
  keepNote: (text: string) => void
  /** Takes a change out at its person's wish (outbox/discard-command.ts). */
  giveUpCommand: (id: string) => Promise<Discarded>
  /** Says that the outbox has something new to send. */
  wake: () => void
  /** Asks the server for what is new now, whichever page does that. */
  refresh: () => void
  /** The studies of this device in memory; opened by the first list that asks. */
  worklist: () => WorklistClient
  /** Whether a list has opened them already. */
  hasWorklist: () => boolean
  /** Says that copies of studies changed, to the lists of all pages. */
  announceStudies: (change: StudyChange) => void
  /** Seals and signs what waits without: after the vault was opened, and before its key is dropped. */
  makeTravel: () => Promise<unknown>
  /** Stops what runs by itself while the vault is locked; ends when nothing of it writes any more, or cannot be awaited. */
  pause: () => Promise<void>
  resume: () => void
  stop: () => Promise<void>
}

/** What a device needs of the world; tests script it. */
export interface DevicePorts {
  call: Caller
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Sends one file; absent where files cannot be sent. */
  upload?: Upload
  credentials: () => Credentials | undefined
  authorName: () => string
  /** The data key while the vault is open: what is done then is signed. */
  findKey: () => DataKey | undefined
  deviceId: string
  link: Link
  locks: Locks
  channel: TabChannel
  /** Whether a person sees this page. */
  isVisible: () => boolean
  openWorklist: (userId: string) => WorklistClient
  now: () => number
  random: () => number
  zone: string
  /** Room on this device, for the server to be told of; absent where nothing is told. */
  storage?: () => Promise<StorageFacts>
  /** Whether the person reads studies here, and former ones are brought ahead; absent where nobody does. */
  isReader?: () => boolean
  /** Asks for the session anew as the person's rights changed; throws where the server cannot be asked. */
  onRights?: () => Promise<void>
  /** Told when something may wait to be sent. */
  onWaiting?: () => void
  onError: (error: unknown) => void
}

/**
 * Puts the device of a person to work: the outbox is sent and the copies are kept up to date by one page of it, and
 * every page may write. Nothing is sent before this; what waited since the last session goes out now.
 */
export async function startDevice(databases: Databases, ports: DevicePorts): Promise<Device> {
  const { channel, link } = ports
  const stopping = new AbortController()
  // What fails because the page is being left says nothing.
  const onError = (error: unknown) => {
    if (!stopping.signal.aborted) ports.onError(error)
  }
  const pullSignal = createWakeSignal()
  const call: Caller = (target, input, options) =>
    ports.call(target, input, { ...options, signal: anyOf(stopping.signal, options?.signal) })
  const announceStudies = (ids: StudyChange) => channel.post({ kind: 'studies', ids })
  const puller = createPuller(databases, call, () => sender.wake())
  const repairer = createRepairer(databases, call, puller)
  const history = await followHistory(databases.work)
  const desk = deskOf(databases, ports, history)
  const settling = { ...ports, call, seal: desk.seal, sign: desk.sign }
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
    isOnline: desk.isOnline,
    sendFiles: ports.upload && sendFilesInTurn(databases, ports.upload),
  })
  const { work } = databases
  holdPage(ports.locks, desk.writer, stopping.signal)
  await forgetBackoffs(work)
  const makeTravel = () => sealWaiting(databases, desk.seal, desk.sign)
  const makeReady = () => {
    forgetBackoffs(work).then(sender.wake, onError)
    readServerHello(work, call, ports.now).then(makeTravel).catch(onError)
  }
  const wiring = listen(link, channel, {
    onOnline: makeReady,
    onOffline: sender.abortInFlight,
    onWake: sender.wake,
    onPull: pullSignal.wake,
    onRights: () => void ports.onRights?.().catch(() => undefined),
  })
  wiring.add(
    followRights(work, puller.rights$, {
      sessionId: () => ports.credentials()?.session_id,
      renew: async () => {
        await ports.onRights?.()
        channel.post({ kind: 'rights' })
      },
    }),
  )
  wiring.add(puller.studies$.subscribe(announceStudies))
  wiring.add(puller.rights$.subscribe(history.read))
  const stream = { ...ports, now: () => new Date(ports.now()) }
  const report = ports.storage && (() => reportContact(work, call, ports.storage!))
  const orphans = async () => {
    const queued = await queueOrphans(databases, desk, (writer) => isPageGone(ports.locks, writer))
    if (queued > 0) sender.wake()
    return queued
  }
  const priors = async (signal: AbortSignal) => {
    if (ports.isReader?.()) await renewPriors(databases, { call, now: ports.now, signal })
  }
  const duty = {
    ...ports,
    onError,
    work,
    sender,
    puller,
    repairer,
    stream,
    report,
    queueOrphans: orphans,
    renewPriors: priors,
  }
  const lead = (signal: AbortSignal) => runLeaderLoops(duty, pullSignal, signal)
  const name = `readroom-sender-${databases.userId}`
  const turns = startPausable((signal) =>
    takeTurnsLeading({ ...ports, onError, name, lead }, AbortSignal.any([stopping.signal, signal])),
  )

  let worklist: WorklistClient | undefined
  return {
    databases,
    desk,
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

const deskOf = (
  { userId, work }: Databases,
  { authorName, now, link, findKey }: DevicePorts,
  history: PageHistory,
): Desk => ({
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
