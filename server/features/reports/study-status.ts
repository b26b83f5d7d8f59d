import type { Updateable } from 'kysely'
import type { ReportRow } from '#contract/calls/reports.ts'
import { statusesOfStudy } from '#domain/report/number-of-reports.ts'
import { isSigned, isVerified, type ReportStatus, studyStatusOf } from '#domain/status/report-status.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { noticeReport } from '../notices/study-notices.ts'
import type { NotifyWork } from '../notifications/notify.ts'
import { changeStudy, type LockedStudy } from '../studies/write-store.ts'
import { selectReportsOfStudy } from './store.ts'

/**
 * Brings the study to what its reports imply: the least advanced status, a report that nobody began counting as
 * Pending, and the latest signature while all are signed, none otherwise. `also` are columns that change with it, `known` all of its
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
  const change: Updateable<Study> = { ...also, ...signatureOf(reports, status), status }
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

function signatureOf(reports: readonly ReportRow[], status: ReportStatus): Updateable<Study> {
  // What was revised or got an addendum is verified again (DECISIONS "Reports"); who verified it before stays in the trail.
  const verification = isVerified(status) ? {} : { verified_on: null, verified_by_id: null }
  if (!isSigned(status)) return { ...verification, signed_on: null }
  const signed = reports.map((report) => report.signed_on).filter((time) => time !== null)
  return { ...verification, signed_on: new Date(Math.max(...signed.map(Date.parse))) }
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
