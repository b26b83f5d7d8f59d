import { isAutosave, isSigned, REPORT_STATUS_TABLE, type SaveStatus } from '#domain/status/report-status.ts'
import type { Draft } from './draft.ts'

/** What the queue calls these changes. No patient is named: the item opens its study. */
export const VERIFY_LABEL = 'Verify report'
export const ASSIGN_LABEL = 'Assign study to me'
export const MERGE_LABEL = 'Save merged report'

/** `Addendum to report 1 "Chest CT"`. */
export const addendumLabel = (report: Pick<Draft, 'report_no' | 'report_name'>) =>
  `Addendum to ${nameOf(report)}`

export const numberLabel = (no: number) => `Set number of reports to ${no}`

/** `Save report 1 "Chest CT" as Draft`. */
export function saveLabel(draft: Pick<Draft, 'report_no' | 'report_name'>, status: SaveStatus): string {
  const report = nameOf(draft)
  if (isAutosave(status)) return `Save ${report}`
  const asked = status as Exclude<SaveStatus, 'Auto'>
  if (isSigned(asked)) return `Sign ${report}`
  return `Save ${report} as ${REPORT_STATUS_TABLE[asked].label}`
}

function nameOf({ report_no, report_name }: Pick<Draft, 'report_no' | 'report_name'>): string {
  return `report ${report_no}${report_name ? ` "${report_name}"` : ''}`
}
