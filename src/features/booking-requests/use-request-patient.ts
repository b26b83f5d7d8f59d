import { type PatientRow, patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { usePatientCopy } from '#src/sync/desk/use-patient-copy.ts'
import { useLink } from '#src/sync/link/use-link.ts'

/**
 * Returns the patient record that a request names: this device's copy, else the server's; undefined if it
 * names none.
 */
export function useRequestPatient(patientId: string | null): {
  patient: PatientRow | undefined
  isLoading: boolean
} {
  const { online } = useLink()
  const id = patientId ?? ''
  const copy = usePatientCopy(id)
  const isMissing = patientId !== null && !copy.isLoading && !copy.patient
  const asked = useCall(patientDeskCalls.detail, { id }, isMissing && online)
  if (patientId === null) return { patient: undefined, isLoading: false }
  const isLoading = copy.isLoading || (isMissing && online && asked.isLoading)
  return { patient: copy.patient ?? asked.answer?.result, isLoading }
}
