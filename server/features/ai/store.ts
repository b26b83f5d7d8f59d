import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AiFormat, AiReport } from '#contract/calls/ai.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { AiStatus } from '#domain/status/ai-status.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { AiReport as AiReportTable } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import type { NotifyContext } from '../notifications/public/notify.ts'
import { changeStudy, type LockedStudy, lockStudy } from '../studies/public/write-store.ts'

export type AiReportRow = Selectable<AiReportTable>

export async function insertAiReport(tx: Tx, row: Insertable<AiReportTable>): Promise<void> {
  await tx.insertInto('ai_report').values(row).execute()
}

export async function updateAiReport(
  tx: Tx,
  { client_id, id }: Pick<AiReportRow, 'client_id' | 'id'>,
  change: Updateable<AiReportTable>,
): Promise<void> {
  await tx
    .updateTable('ai_report')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function findAiReport(tx: Tx, clientId: string, id: string): Promise<AiReportRow | undefined> {
  return ofClient(tx, clientId, id).executeTakeFirst()
}

/** Locks and returns the result and its study, the study first. Throws `not_found` outside the caller's rights. */
export async function lockAiReport(
  ctx: Context,
  id: string,
): Promise<{ report: AiReportRow; study: LockedStudy }> {
  const found = await findAiReport(ctx.tx, ctx.caller.clientId, id)
  if (!found) throw new Refusal('not_found')
  const study = await lockStudy(ctx, found.study_id)
  const report = await ofClient(ctx.tx, ctx.caller.clientId, id).forUpdate().executeTakeFirstOrThrow()
  return { report, study }
}

/**
 * Does the same for a company's answer or a job: without a person's rights; returns undefined if the study was
 * deleted.
 */
export async function lockAiRequest(
  { tx }: Pick<Write, 'tx'>,
  clientId: string,
  id: string,
): Promise<{ report: AiReportRow; study: LockedStudy } | undefined> {
  const found = await findAiReport(tx, clientId, id)
  const study =
    found &&
    (await tx
      .selectFrom('study')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('id', '=', found.study_id)
      .where('hidden', 'is', null)
      .forUpdate()
      .executeTakeFirst())
  if (!study) return undefined
  const report = await ofClient(tx, clientId, id).forUpdate().executeTakeFirstOrThrow()
  return { report, study: { ...study, status: study.status as ReportStatus } }
}

/** Copies the status of the newest AI result to the study; an older result is not shown there. */
export async function showOnStudy(
  work: NotifyContext,
  study: LockedStudy,
  { id }: Pick<AiReportRow, 'id'>,
  status: AiStatus,
): Promise<void> {
  if (study.ai_report_id === id && study.ai_status !== status)
    await changeStudy(work, study, { ai_status: status })
}

/** Returns the AI requests of a study, newest first. */
export async function selectAiReports(ctx: Context, studyId: string): Promise<AiReport[]> {
  const rows = await ctx.tx
    .selectFrom('ai_report as r')
    .innerJoin('ai_company as c', 'c.id', 'r.ai_company_id')
    .leftJoin('app_user as s', (on) =>
      on.onRef('s.client_id', '=', 'r.client_id').onRef('s.id', '=', 'r.sent_by'),
    )
    .leftJoin('app_user as d', (on) =>
      on.onRef('d.client_id', '=', 'r.client_id').onRef('d.id', '=', 'r.settled_by'),
    )
    .selectAll('r')
    .select([
      'c.name as company',
      'c.report_response_format as format',
      's.name as sender',
      'd.name as settler',
    ])
    .where('r.client_id', '=', ctx.caller.clientId)
    .where('r.study_id', '=', studyId)
    .orderBy('r.sent_on', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    study_id: row.study_id,
    status: row.status as AiStatus,
    company: row.company,
    format: row.format as AiFormat,
    modality: row.modality,
    bodypart: row.bodypart,
    report_html: row.report_html,
    fileurl: row.file_id ? ctx.fileUrl(row.file_id) : '',
    critical: row.critical ? 1 : 0,
    viewer_url: row.viewer_url,
    last_error: row.last_error,
    sent_by: row.sender ?? '',
    sent_on: row.sent_on.toISOString(),
    received_on: row.received_on?.toISOString() ?? null,
    settled_by: row.settler ?? '',
    settled_on: row.settled_on?.toISOString() ?? null,
  }))
}

/** Returns the company name that marks its results. */
export async function getCompanyName(tx: Tx, id: string): Promise<string> {
  const { name } = await tx
    .selectFrom('ai_company')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

function ofClient(tx: Tx, clientId: string, id: string) {
  return tx.selectFrom('ai_report').selectAll().where('client_id', '=', clientId).where('id', '=', id)
}
