import type { aiCalls } from '#contract/calls/ai.ts'
import { REPORT_TEXT_MAX, type ReportRow } from '#contract/calls/reports.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { type AiStatus, isAiReady } from '#domain/status/ai-status.ts'
import { isSigned } from '#domain/status/report-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { settleAiResult } from '../notifications/public/events.ts'
import { canWriteReport } from '../reports/public/rights.ts'
import { saveReport } from '../reports/public/save-report.ts'
import { selectReportRows } from '../reports/public/store.ts'
import { EMPTY_TEXT, type ReportText, textOf } from '../reports/public/text.ts'
import { keepOldText } from '../reports/public/version-store.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { appended, markedAiText, transferred } from './ai-text.ts'
import { type AiReportRow, getCompanyName, lockAiReport, showOnStudy, updateAiReport } from './store.ts'

type AcceptInput = ParsedInputOf<typeof aiCalls.transferAIReport>

/** study/transferAIReport: the result replaces the report text. */
export function transferAIReport(input: AcceptInput, ctx: Context) {
  return accept(input, ctx, 'Transferred', (_before, marked) => transferred(marked))
}

/** study/appendAIReport: the result is appended to the report text. */
export function appendAIReport(input: AcceptInput, ctx: Context) {
  return accept(input, ctx, 'Appended', appended)
}

/** study/rejectAIReport: the report is left unchanged. */
export async function rejectAIReport({ id }: { id: string }, ctx: Context) {
  const { report, study } = await lockReady(ctx, id)
  await settle(ctx, report, study, 'Rejected')
  return answer(ctx, 'Rejected', study.id)
}

type TakeOver = (before: ReportText, marked: string) => ReportText

/**
 * Puts the result into the report, at most as a draft; a signed text is never changed (docs/reports.md). Uses the
 * ordinary save, so that rights, revision, history and scopes are the same.
 */
async function accept(input: AcceptInput, ctx: Context, status: 'Transferred' | 'Appended', take: TakeOver) {
  const { report, study } = await lockReady(ctx, input.id)
  if (status === 'Transferred' && report.file_id !== null)
    throw new Refusal('refused', 'A PDF has no text to take over. Append it: the report then names it.')
  const reportId = reportIdOf(study.id, input.report_no)
  const [stored] = await selectReportRows(ctx.tx, [reportId])
  if (stored && isSigned(stored.status)) throw new Refusal('already_signed', undefined, { current: stored })
  await keepOldText(ctx.tx, study.client_id, reportId)
  const text = take(stored ? textOf(stored) : EMPTY_TEXT, await markedTextOf(ctx, report))
  if (text.report_data.length > REPORT_TEXT_MAX) throw new Refusal('too_large')
  await saveReport(saveOf(input, study, stored, text), { ...ctx, baseRev: stored?.rev })
  // Saving may have changed the study: read its row again before updating it.
  await settle(ctx, report, await lockStudy(ctx, study.id), status)
  return answer(ctx, status, study.id)
}

async function lockReady(ctx: Context, id: string) {
  const locked = await lockAiReport(ctx, id)
  if (!canWriteReport(ctx.caller, locked.study)) throw new Refusal('not_permitted')
  if (!isAiReady(locked.report.status as AiStatus))
    throw new Refusal('refused', 'No AI result is waiting for a decision.')
  return locked
}

async function markedTextOf({ tx, caller, now }: Context, report: AiReportRow): Promise<string> {
  return markedAiText({
    company: await getCompanyName(tx, report.ai_company_id),
    receivedOn: report.received_on ?? now,
    html: report.report_html,
    zone: caller.timeZone,
  })
}

function saveOf(
  { report_no }: AcceptInput,
  study: LockedStudy,
  stored: ReportRow | undefined,
  text: ReportText,
): Parameters<typeof saveReport>[0] {
  return {
    id: reportIdOf(study.id, report_no),
    study_id: study.id,
    report_no,
    report_name: stored?.report_name ?? (report_no === 1 ? study.study_desc : ''),
    ...text,
    status: 'Draft',
    is_main: stored?.is_main ?? (report_no === 1 ? 1 : 0),
  }
}

async function settle(
  ctx: Context,
  report: AiReportRow,
  study: LockedStudy,
  status: AiStatus,
): Promise<void> {
  await updateAiReport(ctx.tx, report, { status, settled_by: ctx.caller.userId, settled_on: ctx.now })
  await showOnStudy(ctx, study, report, status)
  await settleAiResult(ctx, study)
  await ctx.audit(status.toLowerCase(), 'ai_report', report.id, { study_id: study.id })
}

async function answer(ctx: Context, message: string, studyId: string) {
  return { message, result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, studyId, ctx.now) } }
}
