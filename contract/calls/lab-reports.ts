import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Instant, text } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'
import { listOf, PageInput } from '../kernel/paging.ts'

/** A visit with its laboratory results (docs/visits.md#laboratory). */
export const LabReportRow = z.object({
  /** The visit's. */
  id: EntityId,
  pat_id: z.string(),
  pat_name: z.string(),
  /** Whole years on the day of the visit; null if no date of birth is known. */
  pat_age_y: z.nullable(z.int()),
  pat_gender: z.string(),
  visit_no: z.string(),
  start_dt: Instant,
  branch: z.string(),
  /** Short-lived signed links, newest first. */
  report_urls: z.array(z.string()),
  /** The subject of each of them, in the same order. */
  studies: z.array(z.string()),
})
export type LabReportRow = z.output<typeof LabReportRow>

export const labReportCalls = {
  getLabReports: defineCall({
    key: 'study/getLabReports',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/getLabReports',
    access: 'view_archives',
    offline: { kind: 'never' },
    input: z.strictObject({
      ...PageInput,
      /** Keyword over name, patient id and visit number. */
      k: z.optional(text(100)),
      branch_id: z.optional(EntityId),
      branch: z.optional(EntityId),
      /** Visits that start between these days, both included, in the caller's zone. */
      from_date: z.optional(Day),
      to_date: z.optional(Day),
    }),
    output: listOf(LabReportRow),
  }),
} as const
