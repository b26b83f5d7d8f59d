import type { BookingRow } from '#contract/calls/bookings.ts'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { BookingPanel } from '#src/parts/booking/BookingPanel.tsx'
import { useRequestPatient } from './use-request-patient.ts'

/** The state of the dialog when the person switched to the appointment form. */
export interface FormStart {
  request: BookingRow
  branchId: string
  isRadiology: 0 | 1
  start: number
  machineId: string | undefined
  /** The patient chosen instead of the one the request names. */
  patient: PatientRow | undefined
}

export interface BookForRequestProps {
  from: FormStart
  onSaved: () => void
  onClose: () => void
}

/** Returns the patient fields of a request from an unknown person, to prefill the form of a new patient. */
const namedBy = ({
  pat_id,
  pat_first_name,
  pat_last_name,
  pat_dob,
  gender,
  mobile,
}: BookingRow): Partial<PatientRow> => ({
  pat_id,
  fname: pat_first_name,
  lname: pat_last_name,
  dob: pat_dob,
  mobile,
  ...((gender === 'Male' || gender === 'Female') && { gender }),
})

/**
 * The appointment form for a request: several services, prices and referrers. Saving the booking converts the
 * request.
 */
export function BookForRequest({ from, onSaved, onClose }: BookForRequestProps) {
  const { request, branchId, isRadiology, start, machineId, patient } = from
  const known = useRequestPatient(patient ? null : request.patient_id)
  if (known.isLoading) return null
  const whose = patient ?? known.patient
  return (
    <BookingPanel
      branchId={branchId}
      isRadiology={isRadiology}
      request={request}
      at={{ start, machineId }}
      {...(whose && { patient: whose })}
      {...(!whose && request.patient_id === null && { newPatient: namedBy(request) })}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
