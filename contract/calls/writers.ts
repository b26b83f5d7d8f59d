import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, IdList, Instant } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'

/**
 * How a person holds a study: `writing` while the editor is open and reports itself; `reserved` for a while after its
 * last report if it was not left, as on a device that lost the network.
 */
export const WRITER_STATES = ['writing', 'reserved'] as const

/** A person who has a study's report open for writing: a soft reservation that does not block others. */
export const Writer = z.object({
  study_id: EntityId,
  user_id: EntityId,
  name: z.string(),
  /** When the person opened it. */
  since: Instant,
  seen: Instant,
  state: z.enum(WRITER_STATES),
})
export type Writer = z.output<typeof Writer>

export const writerCalls = {
  /**
   * The heartbeat of an open editor, every WRITING_BEAT_MS; `is_over` ends the reservation when the editor is left.
   * `since` is when it was opened, which may be before the device was online. `opening_id` identifies that opening: a
   * study that is open in two tabs stays reserved until both are left.
   */
  writing: defineCall({
    key: 'report/writing',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'report/writing',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      study_id: EntityId,
      opening_id: z.optional(EntityId),
      since: z.optional(Instant),
      is_over: z.optional(Flag),
    }),
    output: z.object({ message: z.string() }),
  }),
  /** Who writes now or holds a reservation: on these studies, or if none are given on all that the caller may see. */
  writers: defineCall({
    key: 'report/writers',
    module: READING_MODULES,
    base: 'api',
    method: 'GET',
    path: 'report/writers',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ study_ids: z.optional(IdList) }),
    output: resultOf(z.array(Writer)),
  }),
} as const
