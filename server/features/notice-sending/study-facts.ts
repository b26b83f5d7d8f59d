import { sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { waitsForPayment } from '#domain/sharing/results.ts'
import { isSigned, isVerified, type ReportStatus } from '#domain/status/report-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'
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
  STUDY_BRANCH,
} from './patient-values.ts'

interface StudyFactsRow extends PersonRow {
  status: ReportStatus
  patient_id: string
  payment_status: string
  signed_on: Date | null
  verified_on: Date | null
  study_datetime: Date | null
  received_datetime: Date
  start_dt: Date | null
  accession_no: string
  service: string
  department: string
  radiologist: string
  /** True if the verification of this report is notified on the same channel. */
  is_told_by_verification: boolean
}

/**
 * Reads the facts of a notice about a report; returns undefined if the study is gone or not of a patient of the
 * centre.
 */
export async function studyFacts(tx: Tx, notice: DueNotice, now: Date): Promise<NoticeFacts | undefined> {
  const row = await readStudy(tx, notice)
  if (!row) return undefined
  const isHeld = waitsForPayment(await clientWaitsForPayment(tx, notice.client_id), row.payment_status)
  return {
    untrue: untrueOf(row, notice) ?? (isHeld ? 'unpaid' : undefined),
    zone: row.zone,
    start: undefined,
    contact: contactOf(row),
    choice: choiceOf(row, notice.channel),
    patientId: row.patient_id,
    studyId: notice.record_id,
    language: languageOfRow(row),
    valuesIn: (language) => ({
      ...personValues(row, now, language),
      ...filled({
        SERVICE: row.service,
        DEPARTMENT: row.department,
        ACCESSION_NO: row.accession_no,
        RADIOLOGIST: row.radiologist,
        VISIT_DATE: momentText(row.start_dt, row.zone, language),
        STUDY_DATE: momentText(row.study_datetime, row.zone, language),
        RECEIVED_DATE: momentText(row.received_datetime, row.zone, language),
        SIGNED_DATE: momentText(row.signed_on, row.zone, language),
        VERIFIED_DATE: momentText(row.verified_on, row.zone, language),
      }),
    }),
  }
}

async function readStudy(
  tx: Tx,
  { client_id, record_id, channel }: DueNotice,
): Promise<StudyFactsRow | undefined> {
  const { rows } = await sql<StudyFactsRow>`
    select ${PERSON_COLUMNS}, ${PLACE_COLUMNS}, st.status, st.patient_id, st.payment_status, st.signed_on, st.verified_on,
      st.study_datetime, st.received_datetime, st.accession_no, v.start_dt,
      coalesce(s.name, nullif(st.study_desc, ''), st.modality) as service, coalesce(d.name, '') as department,
      coalesce(r.name, '') as radiologist,
      exists (select from patient_notice n where n.client_id = st.client_id and n.record_id = st.id
        and n.event = 'Report_Verify' and n.channel = ${channel} and n.created >= st.verified_on
        and n.state in ('Planned', 'Quiet', 'Handed_Over')) as is_told_by_verification
    from study st
    join patient p on p.client_id = st.client_id and p.id = st.patient_id
    join client c on c.id = st.client_id
    left join visit_service s on s.client_id = st.client_id and s.id = st.visit_service_id
    left join visit v on v.client_id = s.client_id and v.id = s.visit_id
    ${STUDY_BRANCH}
    left join company_detail cd on cd.client_id = st.client_id
    left join department d on d.client_id = ${PLATFORM_CLIENT_ID} and d.id = s.department_id
    left join app_user r on r.client_id = st.client_id and r.id = st.signed_by_doctor_id
    where st.client_id = ${client_id} and st.id = ${record_id} and st.hidden is null`.execute(tx)
  return rows[0]
}

function untrueOf(row: StudyFactsRow, { event, version }: DueNotice): NoticeReason | undefined {
  const isSigning = event === 'Report_Sign'
  if (!(isSigning ? isSigned(row.status) : isVerified(row.status))) return 'withdrawn'
  const current = isSigning ? row.signed_on : row.verified_on
  if (current?.toISOString() !== version) return 'replaced'
  return isSigning && row.is_told_by_verification ? 'replaced' : undefined
}
