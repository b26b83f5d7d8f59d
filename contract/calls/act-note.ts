import * as z from 'zod/mini'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { SignedReceipt } from './sync.ts'

/** What a call did to one record, as the audit trail names it. */
export const NotedAct = z.strictObject({
  action: requiredText(60),
  type: requiredText(60),
  id: z.optional(EntityId),
})
export type NotedAct = z.output<typeof NotedAct>

/** Acts that one note names; a call that did more names the first of them. */
export const NOTED_ACTS_MAX = 5

/**
 * The server's signed word of a call that is never queued (docs/decisions/274): what was done, not how, so it brings nothing
 * back, but after a restore it says what is missing. The receipt's hash is of call and acts.
 */
export const ActNote = z.strictObject({
  id: EntityId,
  call: requiredText(100),
  acts: z.array(NotedAct).check(z.maxLength(NOTED_ACTS_MAX)),
  receipt: SignedReceipt,
})
export type ActNote = z.output<typeof ActNote>
