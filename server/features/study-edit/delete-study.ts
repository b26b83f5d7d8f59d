import type { studyEditCalls } from '#contract/calls/study-edit.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canSplitOrDelete } from '#domain/study/study-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { hasOpenCritical } from '../criticals/public/store.ts'
import { reportScopes, selectReportsOfStudy } from '../reports/public/store.ts'
import { studyScopes } from '../studies/public/store.ts'
import { changeStudy, lockStudy } from '../studies/public/write-store.ts'
import { dropParts } from '../study-parts/announce-parts.ts'

type DeleteInput = ParsedInputOf<typeof studyEditCalls.deleteStudy>

const OPEN_CRITICAL = 'This study has an open critical result. Close its record, then delete the study.'

/**
 * Handles study/deleteStudy: hides the study, keeps its rows and audits (docs/reports.md); every device removes its
 * copies.
 */
export async function deleteStudy(
  input: DeleteInput,
  ctx: Context,
): Promise<OutputOf<typeof studyEditCalls.deleteStudy>> {
  const study = await lockStudy(ctx, input.study_id)
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  if (!canSplitOrDelete([study.status, ...reports.map((report) => report.status)]))
    throw new Refusal('already_signed', 'A study with a signed report cannot be deleted.')
  // Otherwise the open record would disappear from the doctor's list unnoticed.
  if (await hasOpenCritical(ctx.tx, study)) throw new Refusal('refused', OPEN_CRITICAL)
  const after = await changeStudy(ctx, study, { hidden: ctx.now, hidden_by_id: ctx.caller.userId })
  ctx.changed({ type: 'study', id: study.id, rev: after.rev, scopes: [], left: studyScopes(study) })
  for (const report of reports) {
    const left = reportScopes(report, study)
    ctx.changed({ type: 'report', id: report.id, rev: report.rev, scopes: [], left })
  }
  await dropParts(ctx, study.id, study)
  await ctx.audit('delete', 'study', study.id)
  return { message: 'Deleted', result: { study_id: study.id } }
}
