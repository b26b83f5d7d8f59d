import type { Updateable } from 'kysely'
import type { ReportRow } from '#contract/calls/reports.ts'
import { isSigned, type ReportStatus, studyStatusOf } from '#domain/status/report-status.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { changeStudy, type LockedStudy } from '../studies/write-store.ts'
import { selectReportsOfStudy } from './store.ts'

/**
 * Brings the study to what its reports imply: the least advanced status, a report that nobody began counting as
 * Pending, and the latest signature once all are signed. `also` are columns that change with it. Writes only a change.
 */
export async function settleStudy(
  ctx: Context,
  study: LockedStudy,
  also: Updateable<Study> = {},
): Promise<LockedStudy> {
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  const status = studyStatusOf(statusesOf(reports, study.no_of_reports))
  const change: Updateable<Study> = { ...also, ...signatureOf(reports, status), status }
  const isChanged = Object.entries(change).some(
    ([name, value]) => !isSame(study[name as keyof LockedStudy], value),
  )
  return isChanged ? changeStudy(ctx, study, change) : study
}

function statusesOf(reports: readonly ReportRow[], expected: number): ReportStatus[] {
  const missing = Math.max(0, expected - reports.length)
  return [...reports.map((report) => report.status), ...Array<ReportStatus>(missing).fill('Pending')]
}

function signatureOf(reports: readonly ReportRow[], status: ReportStatus): Updateable<Study> {
  if (!isSigned(status)) return {}
  const signed = reports.map((report) => report.signed_on).filter((time) => time !== null)
  return { signed_on: new Date(Math.max(...signed.map(Date.parse))) }
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
