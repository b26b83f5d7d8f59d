import type { Selectable } from 'kysely'
import type { Study } from '#server/kernel/database/schema.ts'

/** The columns of a list row: all except the DICOM header, which is long and shown elsewhere. */
export const STUDY_COLUMNS = [
  's.client_id',
  's.id',
  's.rev',
  's.study_iuid',
  's.pacs_id',
  's.branch_id',
  's.src_aet',
  's.pat_id',
  's.pat_name',
  's.pat_sex',
  's.pat_birthdate',
  's.study_desc',
  's.study_datetime',
  's.received_datetime',
  's.modality',
  's.no_of_img',
  's.accession_no',
  's.ref_physician',
  's.status',
  's.tat',
  's.no_of_reports',
  's.signed_reports',
  's.verified_reports',
  's.assigned_doctor_id',
  's.assigned_on',
  's.signed_by_doctor_id',
  's.signed_on',
  's.verified_on',
  's.verified_by_id',
  's.tag_id',
  's.tag_critical_id',
  's.active_until',
  's.payment_status',
  's.patient_id',
  's.visit_service_id',
  's.missing_at_source_since',
  's.source_changed',
  's.is_hl7_report_send_err',
  's.ai_report_id',
  's.ai_status',
] as const

type Column = (typeof STUDY_COLUMNS)[number] extends `s.${infer Name}` ? Name : never

/** A study with only those columns. */
export type StudyRecord = Pick<Selectable<Study>, Extract<Column, keyof Study>>
