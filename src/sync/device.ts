import { filter, Subscription } from 'rxjs'
import type { Databases } from '#src/db/open-databases.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import type { Caller } from './api/caller.ts'
import type { Credentials } from './api/headers.ts'
import { sendFilesInTurn, type Upload } from './files/send-files.ts'
import { createBell } from './leader/bell.ts'
import type { TabChannel } from './leader/channel.ts'
import { doLeaderDuty } from './leader/duty.ts'
import { type Locks, takeTurnsLeading } from './leader/leader.ts'
import type { Link } from './link/link.ts'
import type { Desk } from './outbox/enqueue-command.ts'
import { forgetWaits } from './outbox/leave.ts'
import { createSender } from './outbox/sender.ts'
import { createPuller, type StudyChange } from './pull/puller.ts'

/** What the device holds and does for the person signed in. */
export interface Device {
  databases: Databases
  desk: Desk
  /** Says that the outbox has something new to send. */
  wake: () => void
  /** Asks the server for what is new now, whichever page does that. */
  refresh: () => void
  /** The studies of this device in memory; opened by the first list that asks. */
  worklist: () => WorklistClient
  /** Says that copies of studies changed, to the lists of all pages. */
  announceStudies: (change: StudyChange) => void
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
  deviceId: string
  link: Link
  locks: Locks
  channel: TabChannel
  openWorklist: (userId: string) => WorklistClient
  now: () => number
  random: () => number
  zone: string
  onError: (error: unknown) => void
}

/**
 * Puts the device of a person to work: the outbox is sent and the copies are kept up to date by one page of it, and
 * every page may write. Nothing is sent before this; what waited since the last session goes out now.
 */
export async function startDevice(databases: Databases, ports: DevicePorts): Promise<Device> {
  const { channel, link, onError } = ports
  const stopping = new AbortController()
  const wiring = new Subscription()
  const pullBell = createBell()
  const announceStudies = (ids: StudyChange) => channel.post({ kind: 'studies', ids })
  const call: Caller = (target, input, options) =>
    ports.call(target, input, { ...options, signal: anyOf(stopping.signal, options?.signal) })
  const puller = createPuller(databases, call)
  const sender = createSender(databases, {
    ...ports,
    call,
    isOnline: () => link.state().online,
    sendFiles: ports.upload && sendFilesInTurn(databases, ports.upload),
    onDelivered: (studies) => {
      announceStudies(studies)
      pullBell.ring()
    },
  })
  await forgetWaits(databases.work)

  wiring.add(puller.studies$.subscribe(announceStudies))
  wiring.add(
    link.state$.pipe(filter(({ online }) => online)).subscribe(() => {
      forgetWaits(databases.work).then(sender.wake, onError)
      channel.post({ kind: 'online' })
    }),
  )
  wiring.add(
    channel.messages$.subscribe(({ kind }) => {
      if (kind === 'wake') sender.wake()
      if (kind === 'pull') pullBell.ring()
      if (kind === 'online' && !link.state().online) link.look()
    }),
  )
  const stream = { ...ports, now: () => new Date(ports.now()) }
  const leading = takeTurnsLeading(
    {
      name: `readroom-sender-${databases.userId}`,
      locks: ports.locks,
      channel,
      onError,
      lead: (signal) => doLeaderDuty({ ...ports, sender, puller, stream }, pullBell, signal),
    },
    stopping.signal,
  )

  let worklist: WorklistClient | undefined

  return {
    databases,
    desk: deskOf(databases, ports),
    refresh: () => {
      pullBell.ring()
      channel.post({ kind: 'pull' })
    },
    worklist: () => (worklist ??= ports.openWorklist(databases.userId)),
    announceStudies,
    wake: () => {
      sender.wake()
      channel.post({ kind: 'wake' })
    },
    stop: async () => {
      stopping.abort()
      wiring.unsubscribe()
      worklist?.close()
      await leading
      channel.close()
    },
  }
}

const deskOf = ({ userId }: Databases, { authorName, now }: DevicePorts): Desk => ({
  userId,
  name: authorName,
  now,
  writer: crypto.randomUUID(),
})

const anyOf = (one: AbortSignal, other: AbortSignal | undefined) =>
  other ? AbortSignal.any([one, other]) : one
