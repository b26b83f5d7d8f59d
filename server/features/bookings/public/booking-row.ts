import { sql } from 'kysely'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { VISIT_STATUS_TABLE, type VisitStatus } from '#domain/status/visit-status.ts'
import type { Tx } from '#server/kernel/context.ts'

type Stored = Omit<
  BookingRow,
  'start_date' | 'visit_start_dt' | 'created' | 'converted_on' | 'status_updated_on' | 'visit_status_name'
> & {
  start_date: Date | null
  visit_start_dt: Date | null
  created: Date
  converted_on: Date | null
  status_updated_on: Date | null
}

/**
 * Returns requests in wire format, in the order of `ids`, in one statement. The query that found the ids checks the
 * rights.
 */
export async function selectBookingRows(tx: Tx, ids: readonly string[]): Promise<BookingRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Stored>`
    select r.id, r.rev, r.visit_id as appt_id, r.source, r.patient_id, r.pat_first_name, r.pat_last_name,
      coalesce(nullif(p.pat_id, ''), r.pat_id) as pat_id, r.pat_dob, r.gender, r.mobile, r.ref_doctor_name, r.ipno,
      r.bedno, r.study_desc, r.accession_no, r.aetiles, r.modalities, r.exam_reason, r.start_date,
      v.start_dt as visit_start_dt, coalesce(b.name, '') as branch, r.branch_id, coalesce(d.name, '') as department,
      r.department_id, r.status, coalesce(v.visit_no, '') as visit_no, v.status as visit_status,
      t.id as tag_id, coalesce(t.name, '') as tag, coalesce(t.color, '') as tag_color, r.doc_file_id, r.created,
      r.converted_on, coalesce(cu.name, '') as converted_by_name, r.status_updated_on,
      coalesce(su.name, '') as status_updated_by_name, r.order_note, r.order_held, r.order_priority,
      r.pat_dob_given
    from booking_request r
    left join patient p on p.client_id = r.client_id and p.id = r.patient_id
    left join visit v on v.client_id = r.client_id and v.id = r.visit_id
    left join branch b on b.client_id = r.client_id and b.id = r.branch_id
    left join department d on d.id = r.department_id
    left join study_tag t on t.client_id = r.client_id and t.id = coalesce(v.tag_id, r.tag_id)
    left join app_user cu on cu.client_id = r.client_id and cu.id = r.converted_by
    left join app_user su on su.client_id = r.client_id and su.id = r.status_updated_by
    where r.id = any(${[...ids]}::uuid[])`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, toRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function toRow(row: Stored): BookingRow {
  const iso = (at: Date | null) => at?.toISOString() ?? null
  const { visit_status: status } = row
  return {
    ...row,
    start_date: iso(row.start_date),
    visit_start_dt: iso(row.visit_start_dt),
    created: row.created.toISOString(),
    converted_on: iso(row.converted_on),
    status_updated_on: iso(row.status_updated_on),
    visit_status_name: status === null ? '' : VISIT_STATUS_TABLE[status as VisitStatus].label,
  }
}
