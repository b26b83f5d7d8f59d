import { visitCalls } from '#contract/calls/visits.ts'
import { useCall } from '../api/use-call.ts'
import { useDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import type { Shown } from './shown.ts'
import { useVisit } from './use-visit.ts'

/** A visit that somebody opened. */
export interface OpenedVisit {
  visit?: Shown<'visit'>
  /** False where it is older than what the device keeps, and the server told it. */
  isOnDevice: boolean
  isLoading: boolean
  /** Why there is nothing to show. */
  error?: Error
}

/** A visit with the changes that wait: from this device, else from the server. */
export function useOpenedVisit(visitId: string): OpenedVisit {
  const device = useDevice()
  const { online } = useLink()
  const local = useVisit(visitId)
  const isMissing = !device || (!local.isLoading && !local.visit)
  const { answer, error } = useCall(visitCalls.detail, { id: visitId }, isMissing && online)
  const remote = answer?.result.visit.id === visitId ? answer.result.visit : undefined
  const visit = local.visit ?? (remote && { ...remote, isWaiting: false })
  return {
    visit,
    isOnDevice: local.visit !== undefined,
    isLoading: !visit && (local.isLoading || (isMissing && online && !error)),
    error: visit ? undefined : (local.error ?? error),
  }
}
