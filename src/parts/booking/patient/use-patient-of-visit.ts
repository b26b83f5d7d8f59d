import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { usePatientCopy } from '#src/sync/desk/use-patient-copy.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { patientOfVisit } from './patient-of-visit.ts'

/** Returns the patient of a visit: this device's copy, else the server's, else the data in the visit itself. */
export function usePatientOfVisit(visit: Shown<'visit'> | undefined): {
  patient: PatientRow | undefined
  isLoading: boolean
} {
  const { online } = useLink()
  const id = visit?.patient_id ?? ''
  const copy = usePatientCopy(id)
  const isMissing = visit !== undefined && !copy.isLoading && !copy.patient
  const asked = useCall(patientDeskCalls.detail, { id }, isMissing && online)
  if (!visit) return { patient: undefined, isLoading: false }
  const found = copy.patient ?? asked.answer?.result
  const isLoading = copy.isLoading || (isMissing && online && asked.isLoading)
  return { patient: found ?? (isLoading ? undefined : patientOfVisit(visit)), isLoading }
}
