import { sql } from 'kysely'
import type { PriorReport } from '#contract/calls/priors.ts'
import { isSigned, REPORT_STATUSES } from '#domain/status/report-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import { selectReportRows } from '../reports/public/store.ts'

const FILED = REPORT_STATUSES.filter(isSigned)

/** A filed report or an addendum, as counted in the mark of a response. */
export interface FiledMark {
  study_id: string
  /** The report's id, also for an addendum. */
  report_id: string
  rev: number
  /** Absent for the report itself. */
  addendum_id: string | null
}

/** Selects the filed reports of these studies with their addenda, without their texts, in a stable order. */
export async function selectFiledMarks(
  tx: Tx,
  clientId: string,
  studyIds: readonly string[],
): Promise<FiledMark[]> {
  if (studyIds.length === 0) return []
  const { rows } = await sql<FiledMark>`
    select study_id, id as report_id, rev, null::uuid as addendum_id from report
      where client_id = ${clientId} and study_id = any(${[...studyIds]}::uuid[]) and status = any(${FILED})
    union all
    select a.study_id, a.report_id, a.rev, a.id from report_addendum a
      join report r on r.client_id = a.client_id and r.id = a.report_id and r.status = any(${FILED})
      where a.client_id = ${clientId} and a.study_id = any(${[...studyIds]}::uuid[])
    order by 2, 4 nulls first`.execute(tx)
  return rows
}

/** Selects the texts of these reports by study, ordered by report number, with their addenda. */
export async function selectFiledTexts(
  tx: Tx,
  clientId: string,
  reportIds: readonly string[],
): Promise<Map<string, PriorReport[]>> {
  const [reports, addenda] = [
    await selectReportRows(tx, reportIds),
    await selectAddendaOfReports(tx, clientId, reportIds),
  ]
  const filed = reports.toSorted((a, b) => a.report_no - b.report_no)
  const byStudy = Map.groupBy(filed, ({ study_id }) => study_id)
  return new Map(
    [...byStudy].map(([studyId, rows]) => [
      studyId,
      rows.map((row) => ({
        report_id: row.id,
        report_no: row.report_no,
        report_name: row.report_name,
        report_data: row.report_data,
        conclusion: row.conclusion,
        recommendation: row.recommendation,
        status: row.status,
        signed_on: row.signed_on,
        signed_by_doctor: row.signed_by_doctor,
        addenda: addenda
          .filter(({ report_id }) => report_id === row.id)
          .map(({ content, signed_by, signed_on }) => ({
            content,
            signed_by: signed_by ?? '',
            signed_on: signed_on.toISOString(),
          })),
      })),
    ]),
  )
}

function selectAddendaOfReports(tx: Tx, clientId: string, reportIds: readonly string[]) {
  return tx
    .selectFrom('report_addendum as a')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'a.client_id').onRef('u.id', '=', 'a.signed_by_id'),
    )
    .select(['a.report_id', 'a.content', 'a.signed_on', 'u.name as signed_by'])
    .where('a.client_id', '=', clientId)
    .where('a.report_id', '=', sql<string>`any(${[...reportIds]}::uuid[])`)
    .orderBy('a.signed_on')
    .orderBy('a.id')
    .execute()
}
