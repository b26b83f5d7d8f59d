import type { ServiceStatus } from '#domain/status/service-status.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'

/** A visit at the desk of each branch: its start relative to the middle of the demo's day, and its progress. */
export interface PlannedVisit {
  /** Minutes from now; one day (1440) more is tomorrow. */
  at: number
  codes: readonly string[]
  status: VisitStatus
  /** Status of its services; if absent, the same as the visit's. */
  services?: ServiceStatus
  paid?: 'all' | 'half'
  /** True for the second machine of its department. */
  second?: boolean
  isBringNext?: boolean
  /** Booked offline; nobody has assigned a machine yet. */
  needsSlot?: boolean
  /** True for a visit to the clinic doctor of the branch. */
  isClinical?: boolean
  reason?: string
}

const TOMORROW = 1440

/** The plan for the machines today and tomorrow; the same at every branch. */
export const DESK_PLAN: readonly PlannedVisit[] = [
  { at: -150, codes: ['CT-BRN'], status: 7, services: 7, paid: 'all' },
  { at: -120, codes: ['US-ABPL'], status: 7, services: 7, paid: 'all' },
  { at: -90, codes: ['CT-KUB'], status: 12, services: 12, reason: 'The patient has fever.' },
  { at: -60, codes: ['XR-KNEE', 'XR-CHPA'], status: 7, services: 7, paid: 'half' },
  { at: -10, codes: ['MR-LSPN'], status: 6, services: 6, paid: 'all' },
  { at: -5, codes: ['US-THYR'], status: 6, services: 6 },
  { at: 10, codes: ['CT-HRCT'], status: 5, services: 5, paid: 'all' },
  { at: 15, codes: ['US-KUB'], status: 5, services: 5, second: true, isBringNext: true },
  { at: 45, codes: ['XR-CSPN'], status: 2, services: 2, paid: 'half' },
  { at: 60, codes: ['MR-BRNC'], status: 1, services: 1 },
  { at: 90, codes: ['MG-BOTH'], status: 3, services: 3 },
  { at: -100, codes: ['CL-CARD', 'CL-ECG'], status: 11, services: 4, paid: 'all', isClinical: true },
  { at: -20, codes: ['CL-CARD'], status: 4, services: 4, paid: 'all', isClinical: true },
  { at: 40, codes: ['CL-ECHO'], status: 2, services: 2, isClinical: true },
  { at: TOMORROW - 60, codes: ['MR-KNEE'], status: 1, services: 1 },
  { at: TOMORROW, codes: ['CT-CTPA'], status: 2, services: 2, paid: 'half' },
  { at: TOMORROW + 30, codes: ['US-ANOM'], status: 1, services: 1, needsSlot: true },
  { at: TOMORROW + 60, codes: ['CL-CARD'], status: 1, services: 1, isClinical: true },
]
