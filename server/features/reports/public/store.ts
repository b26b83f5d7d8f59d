import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { studyScopes } from '#server/features/studies/public/store.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Report } from '#server/kernel/database/schema.ts'
import { doctorScope } from '#server/kernel/scopes.ts'

/** The columns of a study that decide who holds copies of its reports. */
type StudyAssignment = Pick<StudyRow, 'branch_id' | 'assigned_doctor_id' | 'signed_by_doctor_id'>

/**
 * Returns the scopes of a report: those of its study if it is signed, otherwise only those of writer and signer
 * (docs/sync.md#policies); the last author counts as a writer even if nobody is assigned.
 */
export function reportScopes(
  report: Pick<ReportRow, 'status' | 'updated_by'>,
  study: StudyAssignment,
): string[] {
  if (isSigned(report.status)) return studyScopes(study)
  const doctors = [study.assigned_doctor_id, study.signed_by_doctor_id, report.updated_by]
  return [...new Set(doctors.filter((id) => id !== null).map(doctorScope))]
}

/** Selects reports in wire format, in the order of `ids`; does not check rights. */
export async function selectReportRows(tx: Tx, ids: readonly string[]): Promise<ReportRow[]> {
  if (ids.length === 0) return []
  const found = await namedReports(tx)
    .where('r.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  const byId = new Map(found.map((row) => [row.id, toReportRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Selects the study's reports by number. */
export async function selectReportsOfStudy(tx: Tx, studyId: string): Promise<ReportRow[]> {
  const found = await namedReports(tx).where('r.study_id', '=', studyId).orderBy('r.report_no').execute()
  return found.map(toReportRow)
}

/** A report as stored, without the names for its ids. */
export type StoredReport = Selectable<Report>

export async function insertReport(tx: Tx, report: Insertable<Report>): Promise<StoredReport> {
  return tx.insertInto('report').values(report).returningAll().executeTakeFirstOrThrow()
}

export async function updateReport(
  tx: Tx,
  key: { client_id: string; id: string },
  change: Updateable<Report>,
): Promise<StoredReport> {
  return tx
    .updateTable('report')
    .set(change)
    .where('client_id', '=', key.client_id)
    .where('id', '=', key.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The names shown with a report. */
export type ReportNames = Record<'updated_by_name' | 'signed_by_doctor' | 'verified_by_user', string | null>

function namedReports(tx: Tx) {
  return tx
    .selectFrom('report as r')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'r.client_id').onRef('u.id', '=', 'r.updated_by'),
    )
    .leftJoin('app_user as s', (on) =>
      on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.signed_by_doctor_id'),
    )
    .leftJoin('app_user as v', (on) =>
      on.onRef('v.client_id', '=', 'r.client_id').onRef('v.id', '=', 'r.verified_by_id'),
    )
    .selectAll('r')
    .select(['u.name as updated_by_name', 's.name as signed_by_doctor', 'v.name as verified_by_user'])
}

/** Converts a report to wire format. */
export function toReportRow(r: StoredReport & ReportNames): ReportRow {
  return {
    id: r.id,
    report_id: r.id,
    study_id: r.study_id,
    rev: r.rev,
    report_no: r.report_no,
    report_name: r.report_name,
    report_data: r.report_data,
    conclusion: r.conclusion,
    recommendation: r.recommendation,
    status: r.status as ReportStatus,
    is_main: r.is_main ? 1 : 0,
    created: r.created.toISOString(),
    updated: r.updated.toISOString(),
    updated_by: r.updated_by,
    updated_by_name: r.updated_by_name ?? '',
    signed_on: r.signed_on?.toISOString() ?? null,
    signed_by_doctor: r.signed_by_doctor ?? '',
    signed_by_doctor_id: r.signed_by_doctor_id,
    verified_on: r.verified_on?.toISOString() ?? null,
    verified_by_user: r.verified_by_user ?? '',
    signed_hash: r.signed_hash,
  }
}
