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

/** The actions at the foot of a visit's panel, in the order of the buttons (docs/visits.md#visit-panel). */
export const FOOTER_ACTIONS = ['edit', 'cancel', 'confirm', 'complete', 'start'] as const
export type FooterActionKind = (typeof FOOTER_ACTIONS)[number]

/** Why a visible button is disabled. */
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

/** A visible action; it is disabled if it has a reason. */
export interface FooterAction {
  kind: FooterActionKind
  reason: FooterReason | undefined
}

/** The properties of a visit that decide its actions. */
export interface FooterVisit {
  status: VisitStatus
  isRadiology: boolean
  /** Only its money has reached the server; its services have not. */
  isUnbooked?: boolean
}

/** The viewer's rights, and whether the server is reachable. */
export interface FooterViewer {
  permissions: { has: (permission: Permission) => boolean }
  isClinicDoctor: boolean
  isOnline: boolean
}

interface FooterRule {
  isShown: (visit: FooterVisit) => boolean
  reason: (visit: FooterVisit, viewer: FooterViewer) => FooterReason | undefined
}

const needsRight = (_: FooterVisit, { permissions }: FooterViewer) =>
  permissions.has('appointments') ? undefined : 'no_right'

const RULES: Record<FooterActionKind, FooterRule> = {
  edit: {
    isShown: () => true,
    reason: (visit, viewer) => {
      if (isVisitCompleted(visit.status)) return 'completed'
      return canEditVisit(visit.status) ? needsRight(visit, viewer) : 'reported'
    },
  },
  cancel: {
    isShown: ({ status }) => !isVisitCompleted(status),
    reason: (visit, viewer) => {
      if (!canCancelVisit(visit.status)) return 'scan_begun'
      return needsRight(visit, viewer) ?? (viewer.isOnline ? undefined : 'offline')
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
    reason: (visit, viewer) => needsRight(visit, viewer) ?? (visit.isUnbooked ? 'not_booked' : undefined),
  },
}

/**
 * The actions of a visit shown to this person, each with the reason that blocks it, if any. Actions that the status
 * makes pointless are omitted, those that it forbids are shown with the reason; a cancelled visit has none.
 */
export function footerActionsOf(visit: FooterVisit, viewer: FooterViewer): FooterAction[] {
  if (isVisitCancelled(visit.status)) return []
  return FOOTER_ACTIONS.filter((kind) => RULES[kind].isShown(visit)).map((kind) => ({
    kind,
    reason: RULES[kind].reason(visit, viewer),
  }))
}
