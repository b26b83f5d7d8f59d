import { sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { receivableOf } from '#domain/money/balance.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import { hasVisitStarted, isVisitCancelled, type VisitStatus } from '#domain/status/visit-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { DueNotice, NoticeFacts } from './facts.ts'
import {
  choiceOf,
  contactOf,
  filled,
  languageOfRow,
  momentText,
  PERSON_COLUMNS,
  type PersonRow,
  PLACE_COLUMNS,
  personValues,
} from './patient-values.ts'

interface VisitFactsRow extends PersonRow {
  status: VisitStatus
  start_dt: Date
  patient_id: string
  net_charges: string
  received: string
  refunded: string
  settled: string
  patient_share: string
  decimals: number
  services: string
  departments: string
  accession_no: string
}

/** Reads the facts of a notice about a visit. */
export async function visitFacts(tx: Tx, notice: DueNotice, now: Date): Promise<NoticeFacts | undefined> {
  const row = await readVisit(tx, notice)
  if (!row) return undefined
  return {
    untrue: untrueOf(row, notice),
    zone: row.zone,
    start: row.start_dt,
    contact: contactOf(row),
    choice: choiceOf(row, notice.channel),
    patientId: row.patient_id,
    studyId: null,
    language: languageOfRow(row),
    valuesIn: (language) => ({
      ...personValues(row, now, language),
      ...filled({
        SERVICE: row.services,
        DEPARTMENT: row.departments,
        VISIT_DATE: momentText(row.start_dt, row.zone, language),
        ACCESSION_NO: row.accession_no,
      }),
    }),
  }
}

// The notice of a cancellation names the cancelled services; all others name live ones only.
async function readVisit(tx: Tx, { client_id, record_id }: DueNotice): Promise<VisitFactsRow | undefined> {
  const { rows } = await sql<VisitFactsRow>`
    select ${PERSON_COLUMNS}, ${PLACE_COLUMNS}, v.status, v.start_dt, v.patient_id, v.net_charges, v.received, v.refunded,
      v.settled, v.patient_share, c.no_of_decimal as decimals,
      coalesce(s.services, '') as services, coalesce(s.departments, '') as departments,
      coalesce(s.accession_no, '') as accession_no
    from visit v
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join client c on c.id = v.client_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    left join company_detail cd on cd.client_id = v.client_id
    left join lateral (
      select string_agg(o.name, ', ' order by o.place) as services,
        string_agg(distinct d.name, ', ') as departments,
        string_agg(distinct nullif(o.accession_no, ''), ', ') as accession_no
      from visit_service o
      left join department d on d.client_id = ${PLATFORM_CLIENT_ID} and d.id = o.department_id
      where o.client_id = v.client_id and o.visit_id = v.id and o.type = 'Exam_Service'
        and (o.status <> 12 or v.status = 12)) s on true
    where v.client_id = ${client_id} and v.id = ${record_id}`.execute(tx)
  return rows[0]
}

function untrueOf(row: VisitFactsRow, { event, version }: DueNotice): NoticeReason | undefined {
  if (event === 'Apointment_Cancel') return undefined
  if (isVisitCancelled(row.status)) return 'cancelled'
  if (event === 'Pending_Payment_Reminder') return owes(row) > 0 ? undefined : 'paid'
  if (hasVisitStarted(row.status)) return 'started'
  if (event === 'Appointment_Reminder' && row.start_dt.toISOString() !== version) return 'moved'
  return undefined
}

function owes({ net_charges, received, refunded, settled, patient_share, decimals }: VisitFactsRow): number {
  const paid = toMinor(received, decimals) - toMinor(refunded, decimals)
  return receivableOf({
    net: toMinor(net_charges, decimals),
    paid,
    settled: toMinor(settled, decimals),
    share: Number(patient_share),
  })
}
