import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { ActNote } from './act-note.ts'
import { SignedReceipts } from './sync.ts'

/** Commands that one comparison may name. */
export const COMPARED_MAX = 500

export const restoreCalls = {
  /**
   * After a restore a device names what was acknowledged to it, with the server's receipts; the server names what it
   * lacks. The number series go beyond every number that the receipts bear.
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
      /** What was done online and cannot come back: what the server lacks of it is reported as missing. */
      notes: z._default(z.array(ActNote).check(z.maxLength(COMPARED_MAX)), []),
    }),
    output: z.object({ epoch: z.string(), lacking: z.array(EntityId) }),
  }),
} as const
