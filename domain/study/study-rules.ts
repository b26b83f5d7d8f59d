import { isSigned, type ReportStatus } from '../status/report-status.ts'

/** The fields of patient and study that a person may correct (docs/studies.md#dialogs). */
export const EDITABLE_FIELDS = [
  'pat_id',
  'pat_name',
  'pat_sex',
  'pat_birthdate',
  'study_desc',
  'accession_no',
  'ref_physician',
] as const
export type EditableField = (typeof EDITABLE_FIELDS)[number]

/** True if no report of the study is signed: only then may it be deleted or split (docs/reports.md). */
export function canSplitOrDelete(reports: readonly ReportStatus[]): boolean {
  return !reports.some(isSigned)
}
