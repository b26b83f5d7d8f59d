import type { Permission } from '../access/permissions.ts'
import {
  canSendToMachine,
  isLiveService,
  type ServiceStatus,
  type ServiceType,
} from '../status/service-status.ts'
import { hasVisitStarted, type VisitStatus } from '../status/visit-status.ts'

/** What a person can do with one service of a visit (docs/visits.md#visit-panel, docs/visits.md#visit-and-service-status). */
export const SERVICE_ACTIONS = ['status', 'assign', 'send_machine', 'send_laboratory'] as const
export type ServiceActionKind = (typeof SERVICE_ACTIONS)[number]

/** Why a visible control is disabled. */
export const SERVICE_REASONS = ['offline', 'not_on_server', 'no_machine', 'reported', 'no_right'] as const
export type ServiceReason = (typeof SERVICE_REASONS)[number]

/** A visible action; it is disabled if it has a reason. */
export interface ServiceAction {
  kind: ServiceActionKind
  reason: ServiceReason | undefined
}

/** The properties of a service and its visit that decide its actions. */
export interface ActedService {
  status: ServiceStatus
  type: ServiceType
  isLaboratory: boolean
  /** Its report is signed, so its doctors can no longer change. */
  isReported: boolean
  visitStatus: VisitStatus
  isRadiology: boolean
  hasMachine: boolean
  /** False while the visit is still queued on this device. */
  isOnServer: boolean
}

/** The viewer's rights, and whether the server is reachable. */
export interface ServiceViewer {
  permissions: { has: (permission: Permission) => boolean }
  isOnline: boolean
}

interface ServiceRule {
  isShown: (service: ActedService, viewer: ServiceViewer) => boolean
  reason: (service: ActedService, viewer: ServiceViewer) => ServiceReason | undefined
}

const isExam = ({ type }: ActedService) => type === 'Exam_Service'

const needsServer = ({ isOnServer }: ActedService, { isOnline }: ServiceViewer) => {
  if (!isOnline) return 'offline'
  return isOnServer ? undefined : 'not_on_server'
}

const RULES: Record<ServiceActionKind, ServiceRule> = {
  status: {
    isShown: (service, { permissions }) =>
      isExam(service) && hasVisitStarted(service.visitStatus) && permissions.has('scan_worklist'),
    reason: () => undefined,
  },
  assign: {
    isShown: (service) => isExam(service) && service.isRadiology && isLiveService(service.status),
    reason: ({ isReported }, { permissions }) => {
      if (!permissions.has('assign_doctor_to_study')) return 'no_right'
      return isReported ? 'reported' : undefined
    },
  },
  send_machine: {
    isShown: (service) =>
      service.isRadiology && isExam(service) && canSendToMachine(service.status) && !service.isLaboratory,
    reason: (service, viewer) => (service.hasMachine ? needsServer(service, viewer) : 'no_machine'),
  },
  send_laboratory: {
    isShown: (service, { permissions }) =>
      service.isLaboratory && isLiveService(service.status) && permissions.has('appointments'),
    reason: needsServer,
  },
}

/** The actions that this person can take on a service, each with the reason that blocks it, if any. */
export function serviceActionsOf(service: ActedService, viewer: ServiceViewer): ServiceAction[] {
  return SERVICE_ACTIONS.filter((kind) => RULES[kind].isShown(service, viewer)).map((kind) => ({
    kind,
    reason: RULES[kind].reason(service, viewer),
  }))
}
