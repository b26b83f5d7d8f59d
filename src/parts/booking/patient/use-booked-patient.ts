import { useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { usePatientForm } from '#src/parts/patient-form/use-patient-form.ts'

/** The patient of the booking. */
export interface BookedPatient {
  patient: PatientRow | undefined
  pick: (patient: PatientRow | undefined) => void
  /** Some details of a new patient are already known. */
  isBegun: boolean
  form: ReturnType<typeof usePatientForm>['form']
  /** A patient was chosen, or the form for a new one was begun: its own rules check the rest. */
  hasPatient: boolean
  /** Returns the patient, saved first if new; undefined if the form was refused. */
  find: () => Promise<PatientRow | undefined>
}

/** Holds the patient of a booking: an existing one, or a new one who is saved with it. */
export function useBookedPatient(first: PatientRow | undefined, known?: Partial<PatientRow>): BookedPatient {
  const [patient, pick] = useState(first)
  const { form, isDirty, submit } = usePatientForm(undefined, { typed: known })
  const find = async () => {
    if (patient) return patient
    const saved = await submit()
    // If the booking is refused afterwards, it is retried for the same patient.
    if (saved) pick(saved)
    return saved
  }
  return {
    patient,
    pick,
    isBegun: known !== undefined,
    form,
    hasPatient: patient !== undefined || isDirty,
    find,
  }
}
