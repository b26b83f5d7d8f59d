import type { FormFReport, formFCalls } from '#contract/calls/form-f.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { monthOf } from '#domain/money/month-lock.ts'
import { sentReportProblems } from '#domain/pndt/monthly-report.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { settleFormFReport } from '../notifications/public/events.ts'
import {
  findReport,
  findReportRow,
  putReport,
  selectOpenReports,
  selectReportingBranches,
  sentOf,
} from './monthly-reports.ts'
import { registerDigest, selectMonthEntries } from './register-month.ts'

/**
 * Notes that the report of a month was sent, corrects that, or takes it back; the trail keeps what stood before. Any month
 * that is over, where Form F applies: that of a month before it was switched on may have been sent, too.
 */
export async function noteReport(
  ctx: Context,
  { branch_id: branchId, month, sent }: ParsedInputOf<typeof formFCalls.noteReport>,
): Promise<FormFReport | null> {
  const { tx, caller, now } = ctx
  const { clientId } = caller
  const isOwn = caller.isClientAdmin || caller.branchIds.includes(branchId)
  const [branch] = isOwn ? await selectReportingBranches(tx, clientId, [branchId]) : []
  if (!branch) throw new Refusal('not_found')
  const today = dayAt(now, branch.time_zone)
  if (month >= monthOf(today)) throw new Refusal('refused', 'This month is not over yet.')
  const problems = Object.entries(sent ? sentReportProblems(sent, month, today) : {})
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(([name, problem]) => [`sent.${name}`, problem])))
  const key = { clientId, branchId, month }
  const before = sentOf(await findReportRow(tx, key))
  const after = sent && { ...sent, reference: sent.reference.trim() }
  const digest = registerDigest(await selectMonthEntries(tx, clientId, branch, month))
  await putReport(tx, key, {
    ...(after ?? { sent_on: null, way: '', reference: '', told: '' }),
    noted_by: caller.userId,
    noted_on: now,
    register_digest: after ? digest : '',
  })
  const branchOf = { clientId, branchId }
  if ((await selectOpenReports(tx, clientId, [branch], now)).length === 0)
    await settleFormFReport(ctx, branchOf)
  await ctx.audit('report', 'form_f', branchId, { month, before, after })
  return findReport(tx, key, digest)
}
