import { asksForSignature, isSigned, type ReportStatus, type SaveStatus } from '../status/report-status.ts'

/** How a client changes signed text (docs/wire.md#names-and-values): by an addendum, or by a new signed revision. */
export const REPORT_EDIT_TYPES = ['Addendum', 'UpdateContent'] as const
export type ReportEditType = (typeof REPORT_EDIT_TYPES)[number]

/**
 * Whether a save of a signed report is a revision of it (docs/reports.md, `UpdateContent`): only a whole new
 * signature, never an autosave or a draft, so that what is filed is signed at every moment.
 */
export function canRevise(editType: ReportEditType, current: ReportStatus, asked: SaveStatus): boolean {
  return editType === 'UpdateContent' && isSigned(current) && asksForSignature(asked)
}

/** Whether a report in this status accepts an addendum; the permission is checked separately. */
export function takesAddendum(editType: ReportEditType, status: ReportStatus): boolean {
  return editType === 'Addendum' && isSigned(status)
}
