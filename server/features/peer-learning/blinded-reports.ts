import { sql } from 'kysely'
import type { PeerReport } from '#contract/calls/peer-learning.ts'
import { blindReport } from '#domain/peer/blind-text.ts'
import type { Tx } from '#server/kernel/context.ts'
import { OWN_PEOPLE } from './own-people.ts'

interface VersionRecord extends Omit<PeerReport, 'addenda'> {
  addenda: string[]
  names: string[]
}

/** Selects the reports of a reading as signed at its draw, with the addenda of that time, without people's names. */
export async function selectBlindedReports(
  tx: Tx,
  clientId: string,
  readingId: string,
): Promise<PeerReport[]> {
  const { rows } = await sql<VersionRecord>`
    select h.report_no, h.report_data, h.conclusion, h.recommendation,
      array(select a.content from report_addendum a where a.client_id = h.client_id and a.report_id = h.report_id
        and a.signed_on <= p.drawn_on order by a.signed_on, a.id) as addenda,
      array(select u.name from app_user u where u.client_id = s.client_id and u.id = any(${OWN_PEOPLE}))
        || s.pat_name as names
    from peer_reading p
    join study s on s.client_id = p.client_id and s.id = p.study_id
    join report_version h on h.client_id = p.client_id and h.id = any(p.version_ids)
    where p.client_id = ${clientId} and p.id = ${readingId} order by h.report_no`.execute(tx)
  return rows.map(({ names, addenda, ...report }) => ({
    report_no: report.report_no,
    report_data: blindReport(report.report_data, names),
    conclusion: blindReport(report.conclusion, names),
    recommendation: blindReport(report.recommendation, names),
    addenda: addenda.map((content) => blindReport(content, names)),
  }))
}
