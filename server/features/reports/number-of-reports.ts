import type { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { leastNumberOfReports } from '#domain/report/number-of-reports.ts'
import type { Context } from '#server/kernel/context.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { lockStudy } from '../studies/public/write-store.ts'
import { selectReportsOfStudy } from './public/store.ts'
import { settleStudy } from './public/study-status.ts'

/**
 * Handles updateNoOfReports (docs/studies.md#study-drawer, docs/wire.md#paths-and-bases): 1 to 5, never below a
 * report that has text.
 */
export async function updateNoOfReports(
  input: ParsedInputOf<typeof reportCalls.updateNoOfReports>,
  ctx: Context,
): Promise<OutputOf<typeof reportCalls.updateNoOfReports>> {
  const study = await lockStudy(ctx, input.study_id)
  const { no_of_reports } = input
  if (no_of_reports !== study.no_of_reports) {
    const least = leastNumberOfReports(await selectReportsOfStudy(ctx.tx, study.id))
    if (no_of_reports < least) throw new Refusal('refused', `Report ${least} has text already.`)
    await settleStudy(ctx, study, { no_of_reports })
    await ctx.audit('number_of_reports', 'study', study.id, { from: study.no_of_reports, to: no_of_reports })
  }
  return {
    message: 'Saved successfully',
    result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now) },
  }
}
