import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { FieldProblems } from '#domain/patient/patient-rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { changedNames, errorNameOf, initialValues, type PatientValues } from './patient-values.ts'

/** Values of a refused save, entered again, with the id of that save. */
interface Typed {
  typed?: Partial<PatientRow> | undefined
  typedId?: string | undefined
}

/** The patient that a form edits: the record, the values when the form opened, and those that are typed. */
export function useEditedPatient(patient: PatientRow | undefined, { typed, typedId }: Typed) {
  const session = useSession()
  const place = { countryId: session?.country_id ?? 0, phoneCode: session?.phone_code ?? '' }
  const [record, setRecord] = useState(patient)
  const [base, setBase] = useState(() => initialValues(patient, place))
  const [values, setValues] = useState(() => (typed ? initialValues({ ...patient, ...typed }, place) : base))
  const [id, setId] = useState(() => patient?.id ?? typedId ?? mintId())
  const [errors, setErrors] = useState<FieldProblems>({})
  const [theirs, setTheirs] = useState<PatientRow>()

  /** Continues with a record that was saved or chosen. */
  const open = (next: PatientRow): PatientRow => {
    setRecord(next)
    setId(next.id)
    const opened = initialValues(next, place)
    setBase(opened)
    setValues(opened)
    return next
  }
  const set = useStableCallback((change: Partial<PatientValues>) => {
    setValues((before) => ({ ...before, ...change }))
    const names = new Set<string>(Object.keys(change).map(errorNameOf))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.has(name))))
  })
  const settle = (chosen: PatientValues) => {
    if (!theirs) return
    setRecord(theirs)
    setBase(initialValues(theirs, place))
    setValues(chosen)
    setTheirs(undefined)
  }
  const isDirty = changedNames(values, base).length > 0
  return { place, record, base, values, id, errors, setErrors, theirs, setTheirs, open, set, settle, isDirty }
}
