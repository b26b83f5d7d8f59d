import { useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { usePatientForm } from '#src/parts/patient-form/use-patient-form.ts'

/** Whose booking it is. */
export interface BookedPatient {
  patient: PatientRow | undefined
  pick: (patient: PatientRow | undefined) => void
  /** Something of a new one is known already. */
  isBegun: boolean
  form: ReturnType<typeof usePatientForm>['form']
  /** Somebody was chosen, or the form of a new one was begun: its own rules say the rest. */
  hasPatient: boolean
  /** The patient, saved first where new; undefined where the form was refused. */
  find: () => Promise<PatientRow | undefined>
}

/** Holds the patient of a booking: one who is known, or a new one who is saved with it. */
export function useBookedPatient(first: PatientRow | undefined, known?: Partial<PatientRow>): BookedPatient {
  const [patient, pick] = useState(first)
  const { form, isDirty, submit } = usePatientForm(undefined, { typed: known })
  const find = async () => {
    if (patient) return patient
    const saved = await submit()
    // A booking that is refused after that is tried again for the same patient.
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
