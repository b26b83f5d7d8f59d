import { useState } from 'react'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { visitCalls } from '#contract/calls/visits.ts'
import { useCall } from '../api/use-call.ts'
import { useDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import type { Shown } from './merged-record.ts'
import { useDelivery } from './use-delivery.ts'
import { useTypedVisit, useVisit } from './use-visit.ts'

/** A visit that a user opened. */
export interface OpenedVisit {
  visit?: Shown<'visit'>
  /** False if it is older than what the device keeps and came from the server. */
  isOnDevice: boolean
  isLoading: boolean
  /** Why there is nothing to show. */
  error?: Error
  /** Takes a call's result, for a visit that only the server has. */
  take: (visit: VisitRow) => void
}

/** Returns a visit with the waiting changes: from this device, otherwise from the server. */
export function useOpenedVisit(visitId: string): OpenedVisit {
  const device = useDevice()
  const { online } = useLink()
  const local = useVisit(visitId)
  const isMissing = !device || (!local.isLoading && !local.visit)
  const { state } = useDelivery(`visit:${visitId}`)
  // Asks again once the changes made here have been delivered.
  const isAsking = isMissing && online && state !== 'device' && state !== 'sending'
  const { answer, error } = useCall(visitCalls.detail, { id: visitId }, isAsking)
  const [taken, take] = useState<VisitRow>()
  const remote = newest([answer?.result.visit, taken].filter((one) => one?.id === visitId))
  // A visit whose booking was refused is shown as typed, and its mark tells that it needs its author.
  const typed = useTypedVisit(visitId).visit
  const visit = local.visit ?? (remote && { ...remote, isWaiting: false }) ?? typed
  return {
    visit,
    isOnDevice: (local.visit ?? (remote ? undefined : typed)) !== undefined,
    isLoading: !visit && (local.isLoading || (isAsking && !error)),
    error: visit ? undefined : (local.error ?? error),
    take,
  }
}

const newest = (visits: readonly (VisitRow | undefined)[]): VisitRow | undefined =>
  visits.reduce((a, b) => ((b?.rev ?? 0) > (a?.rev ?? 0) ? b : a), undefined)
