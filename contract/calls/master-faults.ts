import * as z from 'zod/mini'
import { MASTER_FAULT_KINDS } from '#domain/masters/master-faults.ts'
import { defineCall } from '../kernel/define-call.ts'
import { resultOf } from '../kernel/paging.ts'

/** One kind of fault in the client's masters: how many records have it, and the first of them by name. */
export const FoundFault = z.object({
  kind: z.enum(MASTER_FAULT_KINDS),
  count: z.int(),
  names: z.array(z.string()),
})
export type FoundFault = z.output<typeof FoundFault>

export const masterFaultCalls = {
  /** Faults in the masters that the caller maintains; empty if there are none. */
  faults: defineCall({
    key: 'master/faults',
    base: 'php',
    method: 'GET',
    path: 'master/faults',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    output: resultOf(z.array(FoundFault)),
  }),
}
