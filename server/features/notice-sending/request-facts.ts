import { sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { type BookingStatus, CANCELLED_REQUEST, isRequested } from '#domain/status/booking-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { DueNotice, NoticeFacts } from './facts.ts'
import {
  choiceOf,
  contactOf,
  filled,
  languageOfRow,
  momentText,
  type PersonRow,
  PLACE_COLUMNS,
  personValues,
} from './patient-values.ts'

interface RequestFactsRow extends PersonRow {
  status: BookingStatus
  hidden: Date | null
  patient_id: string | null
  start_date: Date | null
  accession_no: string
  study_desc: string
  department: string
}

/**
 * Reads the facts of a booking request's notice. A hospital order may name a person who is not a patient here yet;
 * then the data of the order itself is used.
 */
export async function requestFacts(tx: Tx, notice: DueNotice, now: Date): Promise<NoticeFacts | undefined> {
  const { rows } = await sql<RequestFactsRow>`
    select coalesce(p.pat_id, r.pat_id) as pat_id, coalesce(p.fname, r.pat_first_name) as fname,
      coalesce(p.lname, r.pat_last_name) as lname, coalesce(p.gender, r.gender) as gender,
      coalesce(p.dob, r.pat_dob) as dob, coalesce(p.email, '') as email, coalesce(nullif(p.mobile, ''), r.mobile) as mobile,
      coalesce(p.phone_code, '') as phone_code, coalesce(p.tell_email, '') as tell_email,
      coalesce(p.tell_sms, '') as tell_sms, coalesce(p.tell_whatsapp, '') as tell_whatsapp, p.language, ${PLACE_COLUMNS},
      r.status, r.hidden, r.patient_id, r.start_date, r.accession_no, r.study_desc, coalesce(d.name, '') as department
    from booking_request r
    join client c on c.id = r.client_id
    left join branch b on b.client_id = r.client_id and b.id = r.branch_id
    left join company_detail cd on cd.client_id = r.client_id
    left join patient p on p.client_id = r.client_id and p.id = r.patient_id
    left join department d on d.client_id = ${PLATFORM_CLIENT_ID} and d.id = r.department_id
    where r.client_id = ${notice.client_id} and r.id = ${notice.record_id}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return {
    untrue: untrueOf(row),
    zone: row.zone,
    start: undefined,
    contact: contactOf(row),
    choice: choiceOf(row, notice.channel),
    patientId: row.patient_id,
    studyId: null,
    language: languageOfRow(row),
    valuesIn: (language) => ({
      ...personValues(row, now, language),
      ...filled({
        // A patient's own request contains only the department.
        SERVICE: row.study_desc.trim() || row.department,
        DEPARTMENT: row.department,
        VISIT_DATE: momentText(row.start_date, row.zone, language),
        ACCESSION_NO: row.accession_no,
      }),
    }),
  }
}

// A request that became a visit is notified as a booking instead.
function untrueOf({ status, hidden }: RequestFactsRow): NoticeReason | undefined {
  if (hidden || status === CANCELLED_REQUEST) return 'cancelled'
  return isRequested(status) ? undefined : 'replaced'
}
