import type { Selectable } from 'kysely'
import type { ReportRow } from '#contract/calls/reports.ts'
import { isSigned, isUnwritten, type ReportStatus } from '#domain/status/report-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { ReportVersion } from '#server/kernel/database/schema.ts'
import { textOf } from './text.ts'

/** The state of a report in its history. */
export type VersionedReport = Pick<
  ReportRow,
  | 'id'
  | 'study_id'
  | 'report_no'
  | 'rev'
  | 'status'
  | 'report_data'
  | 'conclusion'
  | 'recommendation'
  | 'signed_hash'
>

/**
 * Writes the report's current state into its history. Overwrites an autosave of the same author, which was not a
 * deliberate state; anything else starts a new version (docs/sync.md#policies). So the latest version always holds
 * the report's text, and clearing a report cannot lose it.
 */
export async function keepVersion(
  tx: Tx,
  report: VersionedReport,
  /** `userId` is null for a report from another system. */
  by: { clientId: string; userId: string | null; now: Date; isAutosave: boolean },
): Promise<void> {
  const { id: report_id, study_id, report_no, rev, status } = report
  const signed_hash = isSigned(status) ? report.signed_hash : ''
  const version = { rev, status, ...textOf(report), signed_hash, updated: by.now, is_autosave: by.isAutosave }
  // Reports are never deleted, so a new one has no history yet.
  const latest = rev > 1 ? await findLatest(tx, by.clientId, report_id) : undefined
  const isOwnAutosave = latest?.is_autosave === true && latest.created_by === by.userId
  if (isOwnAutosave && !isUnwritten(status)) {
    await tx
      .updateTable('report_version')
      .set(version)
      .where('client_id', '=', by.clientId)
      .where('id', '=', latest.id)
      .execute()
    return
  }
  const key = { client_id: by.clientId, id: crypto.randomUUID(), report_id, study_id, report_no }
  await tx
    .insertInto('report_version')
    .values({ ...key, ...version, created: by.now, created_by: by.userId })
    .execute()
}

/**
 * Turns the latest state of a report into a version that no later save overwrites, so that the text before an AI
 * result is kept.
 */
export async function keepOldText(tx: Tx, clientId: string, reportId: string): Promise<void> {
  await tx
    .updateTable('report_version')
    .set({ is_autosave: false })
    .where('client_id', '=', clientId)
    .where('report_id', '=', reportId)
    .where('is_autosave', '=', true)
    .execute()
}

async function findLatest(tx: Tx, clientId: string, reportId: string) {
  return tx
    .selectFrom('report_version')
    .select(['id', 'is_autosave', 'created_by'])
    .where('client_id', '=', clientId)
    .where('report_id', '=', reportId)
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One entry of a study's history, as returned by reportHistory. */
export type HistoryLine = Omit<VersionedReport, 'study_id'> & {
  report_id: string
  created: string
  created_by_name: string
  is_superseded: 0 | 1
}

/** Selects every version of the study's reports, newest first. */
export async function selectHistory(tx: Tx, studyId: string): Promise<HistoryLine[]> {
  const rows = await tx
    .selectFrom('report_version as h')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'h.client_id').onRef('u.id', '=', 'h.created_by'),
    )
    .selectAll('h')
    .select('u.name as author')
    .where('h.study_id', '=', studyId)
    .orderBy('h.updated', 'desc')
    .orderBy('h.rev', 'desc')
    .execute()
  const standing = standingHashes(rows)
  return rows.map((row) => toHistoryLine(row, standing))
}

/** Returns the hash of the last signed text of each report, from its versions, newest first. */
function standingHashes(rows: readonly Selectable<ReportVersion>[]): ReadonlyMap<string, string> {
  const standing = new Map<string, string>()
  for (const { report_id, signed_hash } of rows) {
    if (signed_hash !== '' && !standing.has(report_id)) standing.set(report_id, signed_hash)
  }
  return standing
}

function toHistoryLine(
  h: Selectable<ReportVersion> & { author: string | null },
  standing: ReadonlyMap<string, string>,
): HistoryLine {
  return {
    id: h.id,
    report_id: h.report_id,
    report_no: h.report_no,
    rev: h.rev,
    status: h.status as ReportStatus,
    report_data: h.report_data,
    conclusion: h.conclusion,
    recommendation: h.recommendation,
    created: h.updated.toISOString(),
    created_by_name: h.author ?? '',
    signed_hash: h.signed_hash,
    is_superseded: h.signed_hash !== '' && h.signed_hash !== standing.get(h.report_id) ? 1 : 0,
  }
}
