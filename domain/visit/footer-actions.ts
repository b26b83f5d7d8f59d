import type { Permission } from '../access/permissions.ts'
import {
  canCancelVisit,
  canCompleteVisit,
  canConfirmVisit,
  canEditVisit,
  canStartVisit,
  isVisitCancelled,
  isVisitCompleted,
  type VisitStatus,
} from '../status/visit-status.ts'

/** What can be done with a visit from the foot of its panel, in the order of the buttons (docs/visits.md#visit-panel). */
export const FOOTER_ACTIONS = ['edit', 'cancel', 'confirm', 'complete', 'start'] as const
export type FooterActionKind = (typeof FOOTER_ACTIONS)[number]

/** Why a button that is shown cannot be pressed. */
export const FOOTER_REASONS = [
  'no_right',
  'offline',
  'completed',
  'reported',
  'scan_begun',
  'not_started',
  'no_clinic_doctor',
  'not_booked',
] as const
export type FooterReason = (typeof FOOTER_REASONS)[number]

/** An action that is shown; with a reason it is disabled. */
export interface FooterAction {
  kind: FooterActionKind
  reason: FooterReason | undefined
}

/** Of a visit, what its actions depend on. */
export interface FooterVisit {
  status: VisitStatus
  isRadiology: boolean
  /** It came by its money alone: its services are not on the server. */
  isUnbooked?: boolean
}

/** Who looks at the visit, and whether the server answers. */
export interface FooterPlace {
  permissions: { has: (permission: Permission) => boolean }
  isClinicDoctor: boolean
  isOnline: boolean
}

interface FooterRule {
  isShown: (visit: FooterVisit) => boolean
  reason: (visit: FooterVisit, place: FooterPlace) => FooterReason | undefined
}

const needsRight = (_: FooterVisit, { permissions }: FooterPlace) =>
  permissions.has('appointments') ? undefined : 'no_right'

const RULES: Record<FooterActionKind, FooterRule> = {
  edit: {
    isShown: () => true,
    reason: (visit, place) => {
      if (isVisitCompleted(visit.status)) return 'completed'
      return canEditVisit(visit.status) ? needsRight(visit, place) : 'reported'
    },
  },
  cancel: {
    isShown: ({ status }) => !isVisitCompleted(status),
    reason: (visit, place) => {
      if (!canCancelVisit(visit.status)) return 'scan_begun'
      return needsRight(visit, place) ?? (place.isOnline ? undefined : 'offline')
    },
  },
  confirm: { isShown: ({ status }) => canConfirmVisit(status), reason: needsRight },
  complete: {
    isShown: ({ status, isRadiology }) => !isRadiology && !isVisitCompleted(status),
    reason: ({ status, isRadiology }, { isClinicDoctor }) => {
      if (!isClinicDoctor) return 'no_clinic_doctor'
      return canCompleteVisit(status, isRadiology) ? undefined : 'not_started'
    },
  },
  start: {
    isShown: ({ status }) => canStartVisit(status),
    reason: (visit, place) => needsRight(visit, place) ?? (visit.isUnbooked ? 'not_booked' : undefined),
  },
}

/**
 * The actions of a visit that are shown to this person, each with the reason that stands in its way, if any. What the
 * status has made pointless is left out, what it forbids is shown with its reason; of a cancelled visit nothing is left.
 */
export function footerActionsOf(visit: FooterVisit, place: FooterPlace): FooterAction[] {
  if (isVisitCancelled(visit.status)) return []
  return FOOTER_ACTIONS.filter((kind) => RULES[kind].isShown(visit)).map((kind) => ({
    kind,
    reason: RULES[kind].reason(visit, place),
  }))
}
