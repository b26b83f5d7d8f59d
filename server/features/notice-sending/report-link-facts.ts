import { sql } from 'kysely'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { fullNumber, phoneCodeOf } from '#domain/message/recipient.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { waitsForPayment } from '#domain/sharing/results.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import { askedIn } from '../notices/report-link-notices.ts'
import { clientWaitsForPayment } from '../share-links/waits-for-payment.ts'
import type { DueNotice, NoticeFacts } from './facts.ts'
import {
  filled,
  languageOfRow,
  PERSON_COLUMNS,
  type PersonRow,
  PLACE_COLUMNS,
  personValues,
  STUDY_BRANCH,
} from './patient-values.ts'

interface LinkFactsRow extends PersonRow {
  status: ReportStatus
  signed_reports: number
  patient_id: string
  payment_status: string
  active_until: Date | null
  service: string
  asked_on: Date
  asked_from: string
  pat_birthdate: string | null
  house_code: string
}

/**
 * Reads the facts of a report link that the patient requested. It is sent to the number that wrote, not the number on
 * the record. Returns undefined if the study is gone or there is no request.
 */
export async function reportLinkFacts(
  tx: Tx,
  { client_id, record_id, version }: DueNotice,
  now: Date,
): Promise<NoticeFacts | undefined> {
  const { rows } = await sql<LinkFactsRow>`
    select ${PERSON_COLUMNS}, ${PLACE_COLUMNS}, st.status, st.signed_reports, st.patient_id, st.payment_status, st.active_until, s.name as service,
      st.pat_birthdate, c.phone_code as house_code,
      rc.asked_on, rc.asked_from
    from study st
    join visit_service s on s.client_id = st.client_id and s.id = st.visit_service_id
    join report_code rc on rc.client_id = s.client_id and rc.visit_id = s.visit_id
    join patient p on p.client_id = st.client_id and p.id = st.patient_id
    join client c on c.id = st.client_id
    join visit v on v.client_id = s.client_id and v.id = s.visit_id
    ${STUDY_BRANCH}
    left join company_detail cd on cd.client_id = st.client_id
    where st.client_id = ${client_id} and st.id = ${record_id} and st.hidden is null and rc.asked_on is not null`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  const clientWaits = await clientWaitsForPayment(tx, client_id)
  return {
    untrue: row.asked_on.toISOString() === askedIn(version) ? untrueOf(row, clientWaits, now) : 'replaced',
    zone: row.zone,
    start: undefined,
    contact: { email: '', mobile: row.asked_from, phoneCode: '' },
    // The request itself is consent.
    choice: 'Yes',
    patientId: row.patient_id,
    studyId: record_id,
    askedOn: row.asked_on,
    activeUntil: row.active_until ?? undefined,
    language: languageOfRow(row),
    valuesIn: (language) => ({ ...personValues(row, now, language), ...filled({ SERVICE: row.service }) }),
  }
}

function untrueOf(
  { status, signed_reports, active_until, payment_status, pat_birthdate, ...row }: LinkFactsRow,
  clientWaits: boolean,
  now: Date,
): NoticeReason | undefined {
  const isOwnNumber =
    row.mobile !== '' &&
    fullNumber(phoneCodeOf(row.phone_code, row.house_code), row.mobile) === row.asked_from
  if (!hasSigned({ status, signed_reports })) return 'not_released'
  // Without a date of birth the link asks for the patient's number, but that is printed on the paper with the code.
  if (pat_birthdate === null && !isOwnNumber) return 'no_birth_date'
  if (waitsForPayment(clientWaits, payment_status)) return 'unpaid'
  return active_until !== null && active_until > now ? undefined : 'not_active'
}
