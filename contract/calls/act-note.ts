import * as z from 'zod/mini'
import { EntityId, requiredText } from '../kernel/fields.ts'
import { SignedReceipt } from './sync.ts'

/** What a call did to one record, in the terms of the audit trail. */
export const NotedAct = z.strictObject({
  action: requiredText(60),
  type: requiredText(60),
  id: z.optional(EntityId),
})
export type NotedAct = z.output<typeof NotedAct>

/** Most acts in one note; a call that did more lists the first of them. */
export const NOTED_ACTS_MAX = 5

/**
 * The server's signed note of a call that is never queued (docs/decisions/274): it says what was done, not how, so it
 * restores nothing, but after a restore it shows what is missing. The receipt's hash covers call and acts.
 */
export const ActNote = z.strictObject({
  id: EntityId,
  call: requiredText(100),
  acts: z.array(NotedAct).check(z.maxLength(NOTED_ACTS_MAX)),
  receipt: SignedReceipt,
})
export type ActNote = z.output<typeof ActNote>
