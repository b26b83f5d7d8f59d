import type { Selectable } from 'kysely'
import type { Study } from '#server/kernel/database/schema.ts'

/** The columns that a row of the lists is made from: all but the DICOM header, which is long and shown elsewhere. */
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
] as const

/** A study as those columns hold it. */
export type StudyRecord = Omit<Selectable<Study>, 'dicom_header' | 'hidden'>
