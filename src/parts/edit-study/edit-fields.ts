import type { StudyRow } from '#contract/calls/studies.ts'
import { PATIENT_SEXES, type SomeEditFields } from '#contract/calls/study-edit.ts'
import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { EDITABLE_FIELDS, type EditableField } from '#domain/study/study-rules.ts'
import { changedFields } from '#domain/sync/field-conflicts.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

export type EditValues = Record<EditableField, string>

/** Returns the field values of a study, as strings for inputs. */
export const valuesOf = (study: Pick<StudyRow, EditableField>): EditValues =>
  Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, study[field] ?? ''])) as EditValues

/** Returns the problem with a field, in words; undefined if there is none. */
export function problemOf(field: EditableField, values: EditValues, today: string): string | undefined {
  if (field === 'pat_name' && values.pat_name.trim() === '') return WORDS.nameless
  if (field !== 'pat_birthdate' || values.pat_birthdate === '') return undefined
  const problem = birthDayProblem(values.pat_birthdate, today)
  return problem && WORDS.birthdate(problem)
}

/** Returns the changed fields, with the values seen before; both in wire format. */
export function changeOf(
  seen: EditValues,
  values: EditValues,
): { fields: SomeEditFields; seen: SomeEditFields } {
  const trimmed = Object.fromEntries(
    EDITABLE_FIELDS.map((field) => [field, values[field].trim()]),
  ) as EditValues
  const changed = changedFields(seen, trimmed)
  const names = Object.keys(changed) as EditableField[]
  return { fields: toWire(trimmed, names), seen: toWire(seen, names) }
}

function toWire(values: EditValues, names: readonly EditableField[]): SomeEditFields {
  const wire: SomeEditFields = {}
  for (const name of names) {
    if (name === 'pat_birthdate') wire.pat_birthdate = values.pat_birthdate || null
    else if (name === 'pat_sex') wire.pat_sex = PATIENT_SEXES.find((sex) => sex === values.pat_sex) ?? ''
    else wire[name] = values[name]
  }
  return wire
}
