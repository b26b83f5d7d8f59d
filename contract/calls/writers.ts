import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, IdList, Instant } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'

/** Who has a study's report open for writing: a soft claim that holds nobody back. */
export const Writer = z.object({
  study_id: EntityId,
  user_id: EntityId,
  name: z.string(),
  seen: Instant,
})
export type Writer = z.output<typeof Writer>

export const writerCalls = {
  /** The heartbeat of an open editor, every WRITING_BEAT_MS; `is_over` takes the claim back when it is left. */
  writing: defineCall({
    key: 'report/writing',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'report/writing',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ study_id: EntityId, is_over: z.optional(Flag) }),
    output: z.object({ message: z.string() }),
  }),
  /** Who was heard of within the last minute: of these studies, or without any of all that the caller may see. */
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
