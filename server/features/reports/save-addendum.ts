import type { ReportRow, reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { takesAddendum } from '#domain/report/edit-type.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { isSigned, isVerified } from '#domain/status/report-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { partChanged } from '../study-parts/announce-parts.ts'
import { selectEditType } from './edit-type.ts'
import { demandNoFoetalSex } from './foetal-sex.ts'
import { insertAddendum, selectAddenda } from './public/addendum-store.ts'
import { reportScopes, selectReportsOfStudy, updateReport } from './public/store.ts'
import { settleStudy } from './public/study-status.ts'
import { addendumHash, demandFilledFields, demandNoAi, EMPTY_TEXT } from './public/text.ts'
import { keepVersion } from './public/version-store.ts'

type AddendumInput = ParsedInputOf<typeof reportCalls.saveAddendum>
type Saved = OutputOf<typeof reportCalls.saveAddendum>

/**
 * Handles studies/saveAddendum (docs/reports.md): appends it under the author's name to exactly the signed text that
 * was seen; the report returns to Signed and must be verified again.
 */
export async function saveAddendum(input: AddendumInput, ctx: Context): Promise<Saved> {
  const study = await lockStudy(ctx, input.study_id)
  if (!ctx.caller.canSign) throw new Refusal('not_permitted')
  const [existing] = await selectAddenda(ctx.tx, [input.id])
  if (existing) {
    demandSame(input, existing, ctx)
    partChanged(ctx, 'addendum', existing, study)
    return answer(ctx, study, input.id)
  }
  const report = await demandReport(input, ctx, study)
  demandContent(input)
  await demandNoFoetalSex(ctx.tx, study, {
    report_data: input.content,
    conclusion: '',
    recommendation: '',
  })
  await append(ctx, study, input)
  await sendBackToSigned(ctx, study, report)
  await settleStudy(ctx, study)
  await ctx.audit('addendum', 'report', report.id, { addendum: input.id, seen: input.seen_hash })
  return answer(ctx, study, input.id)
}

/** Accepts a repeat with the same id and content; throws if the same id has other content. */
function demandSame(input: AddendumInput, existing: Saved['result']['addendum'], ctx: Context): void {
  const isSame =
    existing.report_id === input.report_id &&
    existing.content === input.content &&
    existing.signed_by_id === ctx.caller.userId
  if (!isSame) throw new Refusal('id_reused')
}

async function demandReport(input: AddendumInput, ctx: Context, study: LockedStudy): Promise<ReportRow> {
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  const report = reports.find((one) => one.id === input.report_id)
  if (!report) throw new Refusal('not_found')
  const editType = await selectEditType(ctx)
  if (!takesAddendum(editType, 'Signed'))
    throw new Refusal('refused', 'Signed reports are revised here, not appended to.')
  if (!isSigned(report.status)) throw new Refusal('not_signed', 'Only a signed report can have an addendum.')
  if (report.signed_hash !== input.seen_hash)
    throw new Refusal('text_changed', undefined, { current: report })
  return report
}

function demandContent({ content }: AddendumInput): void {
  const parsed = parseMarkup(content)
  if (!parsed.ok) throw new Refusal('markup_refused', undefined, { fields: { content: parsed.reason } })
  if (isEmptyMarkup(content)) throw new Refusal('invalid', undefined, { fields: { content: 'is required' } })
  demandFilledFields({ ...EMPTY_TEXT, report_data: content })
  demandNoAi(content)
}

async function append(ctx: Context, study: LockedStudy, input: AddendumInput): Promise<void> {
  const { id, study_id, report_id, content, seen_hash } = input
  await insertAddendum(ctx.tx, {
    client_id: ctx.caller.clientId,
    id,
    rev: 1,
    study_id,
    report_id,
    content,
    seen_hash,
    signed_hash: addendumHash(input),
    signed_by_id: ctx.caller.userId,
    signed_on: ctx.now,
  })
  partChanged(ctx, 'addendum', { id, rev: 1 }, study)
}

// The text and its signature stay unchanged; only the verification is undone.
async function sendBackToSigned(ctx: Context, study: LockedStudy, report: ReportRow): Promise<void> {
  if (!isVerified(report.status)) return
  const { caller, now, tx } = ctx
  const signed: ReportRow = { ...report, status: 'Signed', rev: report.rev + 1 }
  const key = { client_id: study.client_id, id: report.id }
  const change = { verified_on: null, verified_by_id: null, updated: now, updated_by: caller.userId }
  await updateReport(tx, key, { ...change, status: signed.status, rev: signed.rev })
  await keepVersion(tx, signed, { clientId: caller.clientId, userId: caller.userId, now, isAutosave: false })
  ctx.changed({ type: 'report', id: report.id, rev: signed.rev, scopes: reportScopes(signed, study) })
}

async function answer(ctx: Context, study: LockedStudy, id: string): Promise<Saved> {
  const [addendum] = await selectAddenda(ctx.tx, [id])
  if (!addendum) throw new Error('an addendum that was just written is not there')
  const row = await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now)
  return { message: 'Saved successfully', result: { status: row.status, addendum, study: row } }
}
