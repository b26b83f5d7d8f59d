import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { PatientFormDrawer } from '#src/parts/patient-form/PatientFormDrawer.tsx'
import { usePatientCopy } from '#src/sync/desk/use-patient-copy.ts'
import { changeOfInput } from '#src/sync/patients/patient-of-input.ts'
import { useRefusedPatient } from '#src/sync/patients/save-patient.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useToday } from '#src/ui/time/use-today.ts'

export interface RefusedPatientProps {
  /** The patient whose save was refused, from the Sync centre's link; undefined without such a link. */
  id: string | undefined
  onSaved: (patient: PatientRow) => void
  onClose: () => void
}

/** Reopens the form with the values that the server refused. */
export function RefusedPatient({ id, onSaved, onClose }: RefusedPatientProps) {
  const refused = useRefusedPatient(id)
  const { patient, isLoading } = usePatientCopy(id ?? '')
  const today = useToday(branchZone())
  if (id === undefined || !refused || isLoading) return null
  const typed = changeOfInput(refused.typed, { at: `${today}T12:00:00Z`, zone: 'UTC' })
  return (
    <PatientFormDrawer
      key={refused.id}
      patient={patient}
      typed={typed}
      typedId={id}
      settles={refused.id}
      notice={refused.reason}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
