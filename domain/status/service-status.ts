/**
 * States of a service of a visit (docs/visits.md#visit-and-service-status): below 5 as its visit, then the
 * examination's own; 12 is cancelled and excluded from totals and the invoice.
 */
export const SERVICE_STATUSES = [1, 2, 3, 4, 5, 6, 7, 12] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

/** The states that a technician sets: any from any other, after confirmation. */
export const EXAM_STATUSES = [5, 6, 7, 12] as const satisfies readonly ServiceStatus[]
export type ExamStatus = (typeof EXAM_STATUSES)[number]

export const SERVICE_STATUS_TABLE = {
  1: { label: 'Booked', colour: 'orange' },
  2: { label: 'Confirmed', colour: 'teal' },
  3: { label: 'Rescheduled', colour: 'grape' },
  4: { label: 'In Progress', colour: 'blue' },
  5: { label: 'Ready to Scan', colour: 'blue' },
  6: { label: 'Scan in Progress', colour: 'yellow' },
  7: { label: 'Scan Completed', colour: 'green' },
  12: { label: 'Scan Cancelled', colour: 'red' },
} as const satisfies Record<ServiceStatus, { label: string; colour: string }>

/** A consumable has no examination: only exam services are scanned. */
export const SERVICE_TYPES = ['Exam_Service', 'Exam_Consumable'] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

export const READY_TO_SCAN: ExamStatus = 5
export const SCAN_IN_PROGRESS: ExamStatus = 6
export const SCAN_COMPLETED: ExamStatus = 7
export const SCAN_CANCELLED: ExamStatus = 12

/** Live services count in totals, invoice and slots. */
export const isLiveService = (status: ServiceStatus): boolean => status !== SCAN_CANCELLED
/** True for a state that the examination queue shows. */
export const isExamStatus = (status: number): status is ExamStatus =>
  (EXAM_STATUSES as readonly number[]).includes(status)
/** Send Now to machine: from In Progress up to below Scan Completed. */
export const canSendToMachine = (status: ServiceStatus): boolean => status >= 4 && status < SCAN_COMPLETED
/** Add Minutes while the scan is in progress. */
export const canAddMinutes = (status: ServiceStatus): boolean => status === SCAN_IN_PROGRESS
/** Bring Next is possible before the scan. */
export const canBringNext = (status: ServiceStatus): boolean => status === 4 || status === READY_TO_SCAN
/** Waits for its scan: "Next Patient" of the public display shows statuses below Scan in Progress (docs/visits.md#queue-display). */
export const waitsForScan = (status: ServiceStatus): boolean => status < SCAN_IN_PROGRESS
/** Still to be scanned, or on the machine: a technician's open work. */
export const isScanOpen = (status: ServiceStatus): boolean => status < SCAN_COMPLETED
/** Counts down to its end. */
export const isScanning = (status: ServiceStatus): boolean => status === SCAN_IN_PROGRESS
