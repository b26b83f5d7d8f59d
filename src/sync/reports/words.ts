import { isAutosave, isSigned, REPORT_STATUS_TABLE, type SaveStatus } from '#domain/status/report-status.ts'
import type { Draft } from './draft.ts'
import type { PeerTextKind } from './peer-text.ts'

/** Queue labels of these changes. They name no patient: the item opens its study. */
export const VERIFY_LABEL = 'Verify report'
export const ASSIGN_LABEL = 'Assign study to me'
export const MERGE_LABEL = 'Save merged report'

/** `Addendum to report 1 "Chest CT"`. */
export const addendumLabel = (report: Pick<Draft, 'report_no' | 'report_name'>) =>
  `Addendum to ${nameOf(report)}`

/** `Second reading of "CT Thorax"`; of peer learning. */
export const peerTextLabel = (kind: PeerTextKind, about: string) =>
  kind === 'reading' ? `Second reading of "${about}"` : `Answer to the learning point about "${about}"`

/** A kept text that cannot be opened on this device any more: its row was damaged. */
export const UNREADABLE_LABEL = 'A text that cannot be read on this device'

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
