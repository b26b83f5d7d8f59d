import type { AnyCall } from '#contract/kernel/define-call.ts'
import { MASTERS } from '../masters.ts'
import type { AnyMaster } from './define-master.ts'

/** The calls of one master: list, the list without pages if it has one, save, remove. */
export const callsOfMaster = ({ calls, allCall }: AnyMaster): AnyCall[] => [
  calls.list,
  ...(allCall ? [allCall] : []),
  calls.save,
  calls.remove,
]

/** The calls of all declared masters. None may be queued: a master is decided once for all desks. */
export const MASTER_CALLS: readonly AnyCall[] = (MASTERS as unknown as readonly AnyMaster[]).flatMap(
  callsOfMaster,
)
