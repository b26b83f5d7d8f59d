import type { Updateable } from 'kysely'
import type { ReportRow } from '#contract/calls/reports.ts'
import { countFiled } from '#domain/report/filed.ts'
import { statusesOfStudy } from '#domain/report/number-of-reports.ts'
import { isSigned, isVerified, studyStatusOf } from '#domain/status/report-status.ts'
import { noticeReport } from '#server/features/notices/study-notices.ts'
import type { NotifyContext } from '#server/features/notifications/public/notify.ts'
import { changeStudy, type LockedStudy } from '#server/features/studies/public/write-store.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { selectReportsOfStudy } from './store.ts'

/**
 * Sets the study to the state that its reports imply: the least advanced status, where a report that nobody began
 * counts as Pending; the latest signature while all are signed, and the latest verification while all are verified,
 * otherwise none. `also` are columns that change with it; `known` are all of its current reports, if the caller has
 * already read them. Writes only a change.
 */
export async function settleStudy(
  ctx: NotifyContext,
  study: LockedStudy,
  also: Updateable<Study> = {},
  known?: readonly ReportRow[],
): Promise<LockedStudy> {
  const reports = known ?? (await selectReportsOfStudy(ctx.tx, study.id))
  const noOfReports = also.no_of_reports ?? study.no_of_reports
  const status = studyStatusOf(statusesOfStudy(reports, noOfReports))
  const change: Updateable<Study> = {
    ...also,
    ...countFiled(reports),
    signed_on: isSigned(status) ? latest(reports.map((report) => report.signed_on)) : null,
    ...(isVerified(status) ? await lastVerification(ctx.tx, study) : UNVERIFIED),
    status,
  }
  const isChanged = Object.entries(change).some(
    ([name, value]) => !isSame(study[name as keyof LockedStudy], value),
  )
  if (!isChanged) return study
  const after = await changeStudy(ctx, study, change)
  const { tx, now, addJob } = ctx
  const work = { tx, now, clientId: study.client_id, userId: ctx.caller?.userId, addJob }
  await noticeReport(work, study, after)
  return after
}

// A revision or an addendum requires a new verification (docs/reports.md); the audit trail keeps the previous one.
const UNVERIFIED = { verified_on: null, verified_by_id: null } as const

function latest(moments: readonly (string | null)[]): Date {
  return new Date(Math.max(...moments.filter((moment) => moment !== null).map(Date.parse)))
}

/**
 * Reads the last verification of the study's reports; the study's own column may have been cleared by a change of the
 * number of reports.
 */
async function lastVerification(tx: Tx, { client_id, id }: LockedStudy): Promise<Updateable<Study>> {
  const last = await tx
    .selectFrom('report')
    .select(['verified_on', 'verified_by_id'])
    .where('client_id', '=', client_id)
    .where('study_id', '=', id)
    .where('verified_on', 'is not', null)
    .orderBy('verified_on', 'desc')
    .orderBy('report_no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? UNVERIFIED
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
