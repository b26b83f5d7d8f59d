import * as z from 'zod/mini'
import { SKIP_REASONS } from '#domain/study/lists/skip-reasons.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Instant } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'

const Reason = z.enum(SKIP_REASONS)

/** Studies that a reader skips, with the reason (docs/studies.md#skipped-studies). */
export const skipCalls = {
  skipStudy: defineCall({
    key: 'study/skip',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/skip',
    access: 'session',
    // Separate aggregate, so a refused skip does not block report commands.
    offline: { kind: 'queue', version: 1, aggregate: ({ id }) => ({ type: 'study_skip', id }) },
    /** Each skip has an id of its own and counts from the moment at which the person made it. */
    input: z.strictObject({ id: EntityId, study_id: EntityId, reason: Reason }),
    output: z.object({
      message: z.string(),
      result: z.object({ skip: z.object({ id: EntityId, reason: Reason, skipped_on: Instant }) }),
    }),
  }),
} as const
