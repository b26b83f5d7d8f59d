import { patientCalls } from '#contract/calls/patients.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import type { PatientDetail } from './PatientProfile.tsx'

export interface FoundPatient {
  detail: PatientDetail | undefined
  /** The time of the server's answer, if it is unreachable now and the device's copy is shown. */
  keptAt: Date | undefined
  error: Error | undefined
  refresh: () => void
}

/**
 * Returns a patient's record from the server, or offline the last answer cached on this device. A patient's
 * own session has no databases, so nothing is cached.
 */
export function usePatient(patientId: string | undefined): FoundPatient {
  const { online } = useLink()
  const input = { ...(patientId !== undefined && { patient_id: patientId }), getUpcomingBookings: 1 as const }
  const { answer, at, error, refresh } = useKeptCall(patientCalls.studyPatientDtl, input, {
    isWanted: online,
    news: '',
    keptAs: patientId && `study/studyPatientDtl ${patientId}`,
  })
  return {
    detail: answer?.result,
    keptAt: online ? undefined : at,
    error: online ? error : undefined,
    refresh,
  }
}
