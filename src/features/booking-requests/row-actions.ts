import type { BookingRow } from '#contract/calls/bookings.ts'
import {
  CANCELLED_REQUEST,
  COMPLETED_REQUEST,
  canSetBookingStatus,
  isConverted,
  isRequested,
} from '#domain/status/booking-status.ts'
import { canStartVisit, type VisitStatus } from '#domain/status/visit-status.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

export const REQUEST_ACTIONS = ['convert', 'open', 'document', 'start', 'complete', 'cancel'] as const
export type RequestActionKind = (typeof REQUEST_ACTIONS)[number]

/** An action of a row; if it has a reason, it is shown disabled and the reason explains why. */
export interface RequestAction {
  kind: RequestActionKind
  reason: string | undefined
}

interface ActionRule {
  isOffered: (row: BookingRow) => boolean
  /** Opening or starting a visit works offline; changing a request needs the network (docs/sync.md#policies). */
  needsNetwork: boolean
}

/** The conditions under which each action appears (docs/visits.md#booking-requests). */
const RULES: Record<RequestActionKind, ActionRule> = {
  convert: { isOffered: ({ status }) => isRequested(status), needsNetwork: true },
  open: { isOffered: ({ appt_id }) => appt_id !== null, needsNetwork: false },
  document: { isOffered: ({ doc_file_id }) => doc_file_id !== null, needsNetwork: false },
  start: {
    isOffered: ({ status, appt_id, visit_status }) =>
      isConverted(status) &&
      appt_id !== null &&
      visit_status !== null &&
      canStartVisit(visit_status as VisitStatus),
    needsNetwork: false,
  },
  complete: { isOffered: ({ status }) => canSetBookingStatus(status, COMPLETED_REQUEST), needsNetwork: true },
  cancel: { isOffered: ({ status }) => canSetBookingStatus(status, CANCELLED_REQUEST), needsNetwork: true },
}

/** Returns the actions of a request in display order. */
export function actionsOf(row: BookingRow, isOnline: boolean): RequestAction[] {
  return REQUEST_ACTIONS.filter((kind) => RULES[kind].isOffered(row)).map((kind) => ({
    kind,
    reason: RULES[kind].needsNetwork && !isOnline ? WORDS.reasons.offline : undefined,
  }))
}

/** Returns the patient's name as the request gives it. */
export const nameOf = ({ pat_first_name: first, pat_last_name: last }: BookingRow): string =>
  `${first} ${last}`.trim() || WORDS.nameless
