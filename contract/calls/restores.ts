import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { ActNote } from './act-note.ts'
import { SignedReceipts } from './sync.ts'

/** Most commands in one comparison. */
export const COMPARED_MAX = 500

export const restoreCalls = {
  /**
   * After a restore a device sends its acknowledged commands with the server's receipts; the server returns those that
   * it lacks. The number series skip every number in the receipts.
   */
  compare: defineCall({
    key: 'sync/compare',
    base: 'api',
    method: 'POST',
    path: 'sync/compare',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      commands: z
        .array(z.strictObject({ id: EntityId, call: requiredText(100), receipts: SignedReceipts }))
        .check(z.maxLength(COMPARED_MAX)),
      /** Calls that were done online and cannot come back: those that the server lacks are reported as missing. */
      notes: z._default(z.array(ActNote).check(z.maxLength(COMPARED_MAX)), []),
    }),
    output: z.object({ epoch: z.string(), lacking: z.array(EntityId) }),
  }),
} as const
