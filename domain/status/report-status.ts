/** The five states of a report and of its study (docs/visits.md#visit-and-service-status), in workflow order. */
export const REPORT_STATUSES = ['Pending', 'Draft', 'ReadyForSign', 'Signed', 'Verified'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** The statuses that the editor may request with saveReport (docs/wire.md#paths-and-bases): Auto is the autosave. */
export const SAVE_STATUSES = ['Auto', 'Draft', 'Pending', 'ReadyForSign', 'Signed'] as const
export type SaveStatus = (typeof SAVE_STATUSES)[number]

/** Word, colour (docs/reports.md#status) and next states; a new status does not compile until all three are given. */
export const REPORT_STATUS_TABLE = {
  Pending: { label: 'Pending', colour: 'orange', next: ['Draft', 'ReadyForSign', 'Signed'] },
  Draft: { label: 'Draft', colour: 'orange', next: ['Pending', 'ReadyForSign', 'Signed'] },
  ReadyForSign: { label: 'Ready for Sign', colour: 'violet', next: ['Pending', 'Draft', 'Signed'] },
  Signed: { label: 'Signed', colour: 'blue', next: ['Verified'] },
  Verified: { label: 'Verified', colour: 'green', next: ['Signed'] },
} as const satisfies Record<ReportStatus, { label: string; colour: string; next: readonly ReportStatus[] }>

/** True once the text is signed: doctor assignment is locked and no autosave may touch it. */
export function isSigned(status: ReportStatus): boolean {
  return status === 'Signed' || status === 'Verified'
}

/** True once a second person has verified the signed text. */
export function isVerified(status: ReportStatus): boolean {
  return status === 'Verified'
}

/** True if a save is a signature. */
export function asksForSignature(asked: SaveStatus): boolean {
  return asked === 'Signed'
}

/** True while nothing has been written: bulk assignment is allowed and there is nothing to preview. */
export function isUnwritten(status: ReportStatus): boolean {
  return status === 'Pending'
}

/** True while the text waits for its signer. */
export function isReadyForSign(status: ReportStatus): boolean {
  return status === 'ReadyForSign'
}

/** Verify is offered at Signed only (docs/reports.md#status); the permission is checked separately. */
export function canVerify(status: ReportStatus): boolean {
  return status === 'Signed'
}

/** Autosave runs while a study is Pending or Draft (docs/reports.md#editor). */
export function canAutosave(status: ReportStatus): boolean {
  return status === 'Pending' || status === 'Draft'
}

/** The study's status is the least advanced of its reports (docs/reports.md); no report means Pending. */
export function studyStatusOf(reports: readonly ReportStatus[]): ReportStatus {
  const least = Math.min(...reports.map((status) => REPORT_STATUSES.indexOf(status)))
  return REPORT_STATUSES[least] ?? 'Pending'
}

/**
 * The status a report gets from a save, or undefined if the rules refuse it. Auto turns Pending into Draft only with
 * the first text and never touches a signed report; one that may be revised is signed again (docs/reports.md).
 */
export function statusAfterSave(
  current: ReportStatus,
  asked: SaveStatus,
  hasText: boolean,
  isRevision = false,
): ReportStatus | undefined {
  if (isSigned(current)) return isRevision && asksForSignature(asked) ? 'Signed' : undefined
  if (asked === 'Auto') return current === 'Pending' && hasText ? 'Draft' : current
  return asked
}

/** True for the editor's periodic save: it changes no state that a person did not request. */
export function isAutosave(asked: SaveStatus): boolean {
  return asked === 'Auto'
}
