import type { ReportRow, reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canVerify } from '#domain/status/report-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { dispatchReport } from '../report-dispatch/dispatch-report.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { checkTouch } from '../touch/check-touch.ts'
import { keepTouch } from '../touch/store.ts'
import { selectAddendaOfStudy } from './public/addendum-store.ts'
import { reportScopes, selectReportsOfStudy, updateReport } from './public/store.ts'
import { settleStudy } from './public/study-status.ts'
import { keepVersion } from './public/version-store.ts'

type VerifyInput = ParsedInputOf<typeof reportCalls.verifyReport>

/**
 * Handles verifyReport (docs/reports.md#status) for every signed report of a study that is at Signed. The hash that
 * was seen must equal the stored one, so that nobody verifies a text that has changed since (docs/sync.md#policies).
 */
export async function verifyReport(
  input: VerifyInput,
  ctx: Context,
): Promise<OutputOf<typeof reportCalls.verifyReport>> {
  const study = await lockStudy(ctx, input.study_id)
  if (!canVerify(study.status)) throw new Refusal('not_signed')
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  const signed = reports.filter((report) => canVerify(report.status))
  demandSeen(input, signed)
  await demandSeenAddenda(input, ctx)
  const texts = signed.map(({ id, signed_hash }) => ({ report_id: id, hash: signed_hash }))
  const touch = await checkTouch(ctx, 'verify', input.touch, { texts, addenda: input.seen_addenda })
  for (const report of signed) await verifyOne(ctx, study, report)
  if (touch) await keepTouch(ctx, touch)
  await settleStudy(ctx, study)
  return {
    message: 'Verified',
    result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now) },
  }
}

function demandSeen({ seen }: VerifyInput, signed: readonly ReportRow[]): void {
  if (!seen) return
  const seenHash = new Map(seen.map(({ report_id, hash }) => [report_id, hash]))
  const changed = signed.find((report) => seenHash.get(report.id) !== report.signed_hash)
  if (changed) throw new Refusal('text_changed', undefined, { current: changed })
}

/** The verification covers the addenda too, so a newer one must be seen first. */
async function demandSeenAddenda({ study_id, seen_addenda }: VerifyInput, ctx: Context): Promise<void> {
  if (!seen_addenda) return
  const addenda = await selectAddendaOfStudy(ctx.tx, study_id)
  if (addenda.some(({ id }) => !seen_addenda.includes(id))) throw new Refusal('text_changed')
}

async function verifyOne(ctx: Context, study: LockedStudy, report: ReportRow): Promise<void> {
  const { caller, now } = ctx
  const verified: ReportRow = { ...report, status: 'Verified', rev: report.rev + 1 }
  const change = { verified_on: now, verified_by_id: caller.userId, updated: now, updated_by: caller.userId }
  const { status, rev } = verified
  await updateReport(ctx.tx, { client_id: study.client_id, id: report.id }, { ...change, status, rev })
  const keeper = { clientId: caller.clientId, userId: caller.userId, now, isAutosave: false }
  await keepVersion(ctx.tx, verified, keeper)
  ctx.changed({ type: 'report', id: report.id, rev, scopes: reportScopes(verified, study) })
  await ctx.audit('verify', 'report', report.id, { rev, hash: report.signed_hash })
  await dispatchReport(ctx, study, verified)
}
