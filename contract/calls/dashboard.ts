import * as z from 'zod/mini'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { DATE_BASES, DEFAULT_DATE_BASIS } from '#domain/study/lists/date-basis.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Instant } from '../kernel/fields.ts'
import { STUDY_MODULES } from '../kernel/modules.ts'

const basis = z._default(z.enum(DATE_BASES), DEFAULT_DATE_BASIS)
/** Either name of the branch field; absent means all of the reader's. */
const branch = { branch_id: z.optional(EntityId), branch: z.optional(EntityId) } as const

/** The feed position and the time at which the figures were counted. */
export const FiguresAsAt = z.object({ pos: z.int(), at: Instant })
export type FiguresAsAt = z.output<typeof FiguresAsAt>

/** The filter of the figures. */
const FiguresFilter = z.object({
  branch_id: z.nullable(EntityId),
  from_date: z.nullable(Day),
  to_date: z.nullable(Day),
  date_col: z.enum(DATE_BASES),
})

/** Cases by status; `All` is their total. */
const StatusCounts = z.object({
  Pending: z.int(),
  Draft: z.int(),
  ReadyForSign: z.int(),
  Signed: z.int(),
  Verified: z.int(),
  All: z.int(),
} satisfies Record<ReportStatus | 'All', unknown>)
export type StatusCounts = z.output<typeof StatusCounts>

/** A doctor and the number of cases with a report that this doctor signed. */
const ReportingDoctor = z.object({ id: EntityId, name: z.string(), n: z.int() })

/** Cases of a month: `m` from 1, `y` with four digits. */
const CasesOfMonth = z.object({ m: z.int(), y: z.int(), no_of_cases: z.int() })
export type CasesOfMonth = z.output<typeof CasesOfMonth>

const common = {
  module: STUDY_MODULES,
  base: 'api',
  method: 'POST',
  access: 'view_dashboard',
  offline: { kind: 'cache', table: 'answers' },
} as const

/** The figures of the analytics dashboard. */
export const dashboardCalls = {
  dashboardData: defineCall({
    ...common,
    key: 'dashboard/dashboardData',
    path: 'dashboard/dashboardData',
    input: z
      .strictObject({
        ...branch,
        from_date: z.optional(Day),
        to_date: z.optional(Day),
        date_col: basis,
      })
      .check(
        z.refine(({ from_date: from, to_date: to }) => !from || !to || from <= to, {
          path: ['to_date'],
          error: 'must not be before from_date',
        }),
      ),
    output: z.object({
      result: z.object({
        summary: StatusCounts,
        /** Most reports first. */
        by_reporting_doctors: z.array(ReportingDoctor),
        filter: FiguresFilter,
        as_at: FiguresAsAt,
      }),
    }),
  }),
  casesLast12Months: defineCall({
    ...common,
    key: 'dashboard/casesLast12Months',
    path: 'dashboard/casesLast12Months',
    input: z.strictObject({ ...branch, date_col: basis }),
    output: z.object({
      /** Twelve months, oldest first and this month last; a month without cases has 0. */
      result: z.array(CasesOfMonth),
      as_at: FiguresAsAt,
    }),
  }),
} as const
