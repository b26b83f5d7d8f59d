import { isAutosave, isSigned, REPORT_STATUS_TABLE, type SaveStatus } from '#domain/status/report-status.ts'
import type { Draft } from './draft.ts'

/** What the queue calls these changes. No patient is named: the item opens its study. */
export const VERIFY_LABEL = 'Verify report'
export const ASSIGN_LABEL = 'Assign study to me'
export const MERGE_LABEL = 'Save merged report'

/** `Save report 1 "Chest CT" as Draft`. */
export function saveLabel(draft: Pick<Draft, 'report_no' | 'report_name'>, status: SaveStatus): string {
  const report = `report ${draft.report_no}${draft.report_name ? ` "${draft.report_name}"` : ''}`
  if (isAutosave(status)) return `Save ${report}`
  const asked = status as Exclude<SaveStatus, 'Auto'>
  if (isSigned(asked)) return `Sign ${report}`
  return `Save ${report} as ${REPORT_STATUS_TABLE[asked].label}`
}
