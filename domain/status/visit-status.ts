import { isUnwritten, isVerified, type ReportStatus } from './report-status.ts'
import { isLiveService, type ServiceStatus } from './service-status.ts'

/** The twelve states of a visit (docs/visits.md#visit-and-service-status): numbers on the wire, in workflow order. */
export const VISIT_STATUSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export type VisitStatus = (typeof VISIT_STATUSES)[number]

/** Word and colour of each; a new status does not compile until both are given. */
export const VISIT_STATUS_TABLE = {
  1: { label: 'Booked', colour: 'orange' },
  2: { label: 'Confirmed', colour: 'teal' },
  3: { label: 'Rescheduled', colour: 'grape' },
  4: { label: 'In Progress', colour: 'blue' },
  5: { label: 'Ready to Scan', colour: 'blue' },
  6: { label: 'Scan in Progress', colour: 'yellow' },
  7: { label: 'Scan Completed', colour: 'green' },
  8: { label: 'Report Draft', colour: 'orange' },
  9: { label: 'Report Signed', colour: 'blue' },
  10: { label: 'Report Verified', colour: 'green' },
  11: { label: 'Completed', colour: 'green' },
  12: { label: 'Cancelled', colour: 'red' },
} as const satisfies Record<VisitStatus, { label: string; colour: string }>

const BOOKED = 1
const CONFIRMED = 2
const RESCHEDULED = 3
const IN_PROGRESS = 4
const READY = 5
const SCANNING = 6
const SCANNED = 7
const DRAFT = 8
const SIGNED = 9
const VERIFIED = 10
const COMPLETED = 11
const CANCELLED = 12

/** The status of a new visit, and of a converted booking request. */
export const NEW_VISIT_STATUS: VisitStatus = BOOKED
/** The statuses that Confirm, Start Visit, Complete and Cancel set. */
export const CONFIRMED_STATUS: VisitStatus = CONFIRMED
export const STARTED_STATUS: VisitStatus = IN_PROGRESS
export const COMPLETED_STATUS: VisitStatus = COMPLETED
export const CANCELLED_STATUS: VisitStatus = CANCELLED

/** Statuses that only a radiology visit reaches; both kinds reach the others. */
const OF_RADIOLOGY: readonly VisitStatus[] = [READY, SCANNING, SCANNED, DRAFT, SIGNED, VERIFIED]

/** The statuses that visits of a kind reach; all if the kind is unknown. */
export const visitStatusesOf = (isRadiology: boolean | undefined): readonly VisitStatus[] =>
  isRadiology === false ? VISIT_STATUSES.filter((one) => !OF_RADIOLOGY.includes(one)) : VISIT_STATUSES

/** Confirm only at Booked or Rescheduled (docs/visits.md#visit-and-service-status). */
export const canConfirmVisit = (status: VisitStatus): boolean => status === BOOKED || status === RESCHEDULED
/** The statuses of a visit that is still to come. */
export const UPCOMING_STATUSES = [BOOKED, CONFIRMED, RESCHEDULED] as const
export type UpcomingStatus = (typeof UPCOMING_STATUSES)[number]
/** Start Visit below In Progress. */
export const canStartVisit = (status: VisitStatus): boolean => status < IN_PROGRESS
/** Cancel Appointment up to Ready to Scan. */
export const canCancelVisit = (status: VisitStatus): boolean => status <= READY
/** Edit Appointment below Report Signed. */
export const canEditVisit = (status: VisitStatus): boolean => status < SIGNED
/** Complete: a clinical visit in progress; that the person is a clinic doctor is checked separately. */
export const canCompleteVisit = (status: VisitStatus, isRadiology: boolean): boolean =>
  !isRadiology && status === IN_PROGRESS
/** The spec's "visit has started": In Progress or above. For display only; money uses the stored start time. */
export const hasVisitStarted = (status: VisitStatus): boolean => status >= IN_PROGRESS && status !== CANCELLED
/** True once everything is scanned, or a clinical visit is completed. */
export const isScanDone = (status: VisitStatus): boolean => status >= SCANNED && status !== CANCELLED
/** True for a visit that was cancelled. */
export const isVisitCancelled = (status: VisitStatus): boolean => status === CANCELLED
/** True for a visit that was completed. */
export const isVisitCompleted = (status: VisitStatus): boolean => status === COMPLETED
/** True while the patient waits for a clinic doctor: "Next Patients" of the board (docs/visits.md#doctors-board). */
export const isNextForDoctor = (status: VisitStatus): boolean => status === IN_PROGRESS

/** An edit that moves the start makes a booked or confirmed visit Rescheduled; others stay as they are. */
export function statusAfterMove(status: VisitStatus): VisitStatus {
  return status <= RESCHEDULED ? RESCHEDULED : status
}

/** What determines the status of a visit once it has started. */
export interface VisitProgress {
  isRadiology: boolean
  /** Status of each exam service; consumables do not count. */
  services: readonly ServiceStatus[]
  /** Status of each report of the visit's studies. */
  reports: readonly ReportStatus[]
}

/**
 * The displayed status of a visit: what its services and reports imply once it has started (docs/visits.md). Before
 * that, and for a clinical visit, it is the one set by hand. A visit with every exam service cancelled is In Progress
 * again.
 */
export function visitStatusOf(set: VisitStatus, work: VisitProgress): VisitStatus {
  if (set < IN_PROGRESS || set === CANCELLED || !work.isRadiology) return set
  const { reports } = work
  const live = work.services.filter(isLiveService)
  if (live.length === 0) return IN_PROGRESS
  if (reports.length > 0 && reports.every(isVerified))
    return live.every(isAtLeast(SCANNED)) ? COMPLETED : VERIFIED
  if (reports.length > 0 && reports.every((one) => one === 'Signed' || isVerified(one))) return SIGNED
  if (reports.some((one) => !isUnwritten(one))) return DRAFT
  if (live.every(isAtLeast(SCANNED))) return SCANNED
  if (live.some(isAtLeast(SCANNING))) return SCANNING
  return live.every(isAtLeast(READY)) ? READY : IN_PROGRESS
}

const isAtLeast = (wanted: number) => (status: ServiceStatus) => status >= wanted
