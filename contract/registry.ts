import { authCalls } from './calls/auth.ts'
import { deliveryCalls } from './calls/delivery.ts'
import { deviceCalls } from './calls/devices.ts'
import { directoryCalls } from './calls/directory.ts'
import { repairCalls } from './calls/repair.ts'
import { reportCalls } from './calls/reports.ts'
import { studyCalls } from './calls/studies.ts'
import { syncCalls } from './calls/sync.ts'
import type { AnyCall, InputOf } from './kernel/define-call.ts'

const GROUPS = {
  authCalls,
  studyCalls,
  reportCalls,
  directoryCalls,
  deviceCalls,
  syncCalls,
  deliveryCalls,
  repairCalls,
}

type Groups = typeof GROUPS
type AllCalls = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups]

/** Calls that the outbox may hold. Queueing any other call does not compile. */
export type QueuedCall = Extract<AllCalls, { offline: { kind: 'queue' } }>
export type QueueKey = QueuedCall['key']
/** What a queued call of key K carries. */
export type QueueInput<K extends QueueKey> = InputOf<Extract<QueuedCall, { key: K }>>

/** Every call by its key: server, outbox and tests walk it. */
export const CALLS: ReadonlyMap<string, AnyCall> = new Map(
  Object.values(GROUPS)
    .flatMap((group) => Object.values(group) as unknown as AnyCall[])
    .map((call) => [call.key, call]),
)
