import type { labReportCalls } from '#contract/calls/lab-reports.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { selectLabReports } from './lab-report-store.ts'

/** Handlers for results of laboratory services by visit (docs/studies.md#study-lists). */
export const labReportHandlers: HandlersFor<typeof labReportCalls> = {
  getLabReports: async (input, ctx) => {
    const { rows, matching } = await selectLabReports(ctx, input)
    // The links in the response open the results themselves, so the list counts as reading them in the audit trail.
    if (rows.length > 0)
      await ctx.audit('read', 'lab_report', undefined, { visits: rows.map((row) => row.id) })
    const start = (input.p - 1) * input.ps
    const page = { start, total: rows.length, total_records: matching, cur_page: input.p }
    return { result: { data: rows, page } }
  },
}
