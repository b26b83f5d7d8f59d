import { useEffect, useState } from 'react'
import type { LikelyPatient, PatientInput, PatientRow } from '#contract/calls/patient-desk.ts'
import type { FieldProblems } from '#domain/patient/patient-rules.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { useDevice } from '#src/sync/current-device.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { type SavedPatient, savePatientNow } from '#src/sync/patients/save-patient.ts'
import { findLikely, findTakenNumbersHere } from '#src/sync/patients/search.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { agreesToRename } from './ask-rename.tsx'
import {
  birthFromAge,
  editInput,
  newInput,
  type PatientValues,
  typedBirth,
  valueProblems,
} from './patient-values.ts'
import { useEditedPatient } from './use-edited-patient.ts'
import { type LikelyChoice, useLikelyChoice } from './use-likely-choice.ts'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

/** The state of a registration form, used by its fields. */
export interface PatientFormState {
  values: PatientValues
  errors: FieldProblems
  set: (change: Partial<PatientValues>) => void
  /** The server's refusal message, if no field shows it. */
  failure: string | undefined
  /** The patient as another person saved it in the meantime: the form waits for a choice. */
  theirs: PatientRow | undefined
  /** Continues from the other version with the chosen values. */
  settle: (chosen: PatientValues) => void
  likely: LikelyChoice | undefined
  isNew: boolean
  isSaving: boolean
  /** The national id or passport is the patient id (a setting of the client). */
  isPatIdNumber: boolean
  /** Whether national id and passport are shown: false for a record that came without them, which keeps its values. */
  showsNumbers: boolean
  today: string
  /** The field values when the form opened. */
  base: PatientValues
  /** When and how the patient last stated each notification choice. */
  told: PatientRow['tell_noted']
}

export interface PatientForm {
  form: PatientFormState
  isDirty: boolean
  /**
   * Validates and saves; first shows possible duplicates. Returns the saved or chosen patient, or undefined if
   * something prevents it. Unchanged values are not saved again.
   */
  submit: () => Promise<PatientRow | undefined>
  /** True if the last submitted patient is only on this device. */
  isOnDevice: boolean
}

export interface PatientFormOptions {
  /** Values of a refused save, entered again. */
  typed?: Partial<PatientRow> | undefined
  /** The id of that save, and its command. */
  typedId?: string | undefined
  settles?: string | undefined
}

/** Returns a registration form: its values, rules, and saving to the server or the device's queue. */
export function usePatientForm(patient?: PatientRow, options: PatientFormOptions = {}): PatientForm {
  const session = useSession()
  const { online } = useLink()
  const device = useDevice()
  const today = useToday(branchZone())
  const edited = useEditedPatient(patient, options)
  const { place, record, base, values, id, errors, setErrors, theirs, setTheirs, isDirty } = edited
  const { likely, askAbout } = useLikelyChoice()
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [isOnDevice, setOnDevice] = useState(false)
  useDirtyMark(`patient:${id}`, isDirty)

  const finish = (saved: SavedPatient): PatientRow => {
    setOnDevice(!saved.isOnServer)
    return edited.open(saved.patient)
  }
  const refuse = (problem: unknown) => {
    if (problem instanceof ApiError && problem.code === 'conflict' && problem.body.current) {
      setTheirs(problem.body.current as PatientRow)
      return
    }
    const rules = problem instanceof ApiError ? problem.fields : undefined
    if (rules) setErrors(rules)
    // The spec's message if the server's is not helpful (docs/visits.md#booking).
    const isSaid = problem instanceof ApiError && problem.status < 500
    setFailure(isSaid ? problem.message : WORDS.failed)
  }
  const save = async (input: PatientInput): Promise<PatientRow | undefined> => {
    const label = record ? WORDS.queued.edit : WORDS.queued.add
    // A patient still waiting on this device is changed after what waits.
    const isOnline = online && record?.rev !== 0
    // The save is queued without asking the server: check against this device's data now.
    const taken = isOnline ? {} : await findTakenNumbersHere(input)
    if (Object.keys(taken).length > 0) {
      setErrors(taken)
      return undefined
    }
    try {
      return finish(await savePatientNow(input, { isOnline, label, settles: options.settles }))
    } catch (problem) {
      const isLikely = problem instanceof ApiError && problem.code === 'likely_duplicate'
      if (!isLikely) refuse(problem)
      return isLikely ? decideOn(input, problem.body.current as LikelyPatient[]) : undefined
    }
  }
  const decideOn = async (
    input: PatientInput,
    patients: readonly LikelyPatient[],
  ): Promise<PatientRow | undefined> => {
    const decision = await askAbout(patients)
    if (decision === 'back') return undefined
    if (decision === 'another') return save({ ...input, is_confirmed: 1 })
    return edited.open(decision.use)
  }
  const register = async (): Promise<PatientRow | undefined> => {
    const input = newInput(values, id)
    const birth = typedBirth(values)
    const dob = birth ?? birthFromAge(values, today)
    const found = await findLikely({ ...input, gender: input.gender ?? '', dob }, online)
    return found.length > 0 ? decideOn(input, found) : save(input)
  }
  const submit = useStableCallback(async (): Promise<PatientRow | undefined> => {
    if (record && !isDirty && !options.settles) return record
    const problems = valueProblems(values, today)
    setErrors(problems)
    setFailure(undefined)
    if (Object.keys(problems).length > 0 || isSaving) return undefined
    if (!online && !device) {
      setFailure(WORDS.noDevice)
      return undefined
    }
    setSaving(true)
    try {
      const renaming = { before: base, after: values, isOnline: online }
      if (record && !(await agreesToRename(record.id, renaming))) return undefined
      return await (record ? save(editInput(values, record, place)) : register())
    } finally {
      setSaving(false)
    }
  })
  const isPatIdNumber = session?.use_ssn_passport_as_pat_id === 1
  return {
    form: {
      values,
      errors,
      set: edited.set,
      failure,
      theirs,
      settle: edited.settle,
      likely,
      isNew: record === undefined,
      isSaving,
      isPatIdNumber,
      showsNumbers: record === undefined || record.ssn !== undefined,
      today,
      base,
      told: record?.tell_noted,
    },
    isDirty,
    submit,
    isOnDevice,
  }
}

/** Makes an app update wait while a form has unsaved changes. */
function useDirtyMark(key: string, isDirty: boolean): void {
  useEffect(() => {
    setEditorDirty(key, isDirty)
    return () => setEditorDirty(key, false)
  }, [key, isDirty])
}
