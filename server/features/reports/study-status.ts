import type { Updateable } from 'kysely'
import type { ReportRow } from '#contract/calls/reports.ts'
import { countFiled } from '#domain/report/filed.ts'
import { statusesOfStudy } from '#domain/report/number-of-reports.ts'
import { isSigned, isVerified, studyStatusOf } from '#domain/status/report-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { noticeReport } from '../notices/study-notices.ts'
import type { NotifyWork } from '../notifications/notify.ts'
import { changeStudy, type LockedStudy } from '../studies/write-store.ts'
import { selectReportsOfStudy } from './store.ts'

/**
 * Brings the study to what its reports imply: the least advanced status, a report that nobody began counting as
 * Pending, the latest signature while all are signed and the latest verification while all are verified, none otherwise. `also` are columns that change with it, `known` all of its
 * reports as they stand now, where the caller has them in hand. Writes only a change.
 */
export async function settleStudy(
  ctx: NotifyWork,
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

// What was revised or got an addendum is verified again (docs/reports.md); who verified it before stays in the trail.
const UNVERIFIED = { verified_on: null, verified_by_id: null } as const

function latest(moments: readonly (string | null)[]): Date {
  return new Date(Math.max(...moments.filter((moment) => moment !== null).map(Date.parse)))
}

/** The last verification of a report of the study: the study has no moment of its own that a count could take away. */
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
