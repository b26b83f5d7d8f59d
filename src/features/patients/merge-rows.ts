import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { LANGUAGE_NAMES } from '#domain/language/languages.ts'
import { COUNTRIES } from '#domain/masters/countries.ts'
import { MERGE_FIELDS, type MergeField } from '#domain/patient/merge-fields.ts'
import { formatDay } from '#domain/time/formats.ts'
import { MERGE_WORDS as WORDS } from './words.ts'

/** A field in which two records differ, with both values as text. */
export interface MergeRow {
  field: MergeField
  kept: string
  other: string
}

/** Returns the fields in which two records differ, in the order of the form. */
export function mergeRows(kept: PatientRow, other: PatientRow): MergeRow[] {
  return MERGE_FIELDS.map((field) => ({
    field,
    kept: inWords(kept, field),
    other: inWords(other, field),
  })).filter((row) => row.kept !== row.other)
}

/**
 * Returns the fields for which only the other record has a value: they are taken over unless a person decides
 * otherwise.
 */
export const filledByOther = (rows: readonly MergeRow[]): MergeField[] =>
  rows.filter(({ kept, other }) => kept === '' && other !== '').map(({ field }) => field)

function inWords(patient: PatientRow, field: MergeField): string {
  const value = patient[field]
  switch (field) {
    case 'mobile':
      return patient.mobile && `+${patient.phone_code} ${patient.mobile}`
    case 'dob':
    case 'lmp':
      return value ? formatDay(String(value)) : ''
    case 'is_vip':
      return value === 1 ? WORDS.yes : WORDS.no
    case 'allergies':
      return patient.allergies.join(', ') || (patient.is_allergic === 1 ? WORDS.yes : '')
    case 'language':
      return patient.language ? LANGUAGE_NAMES[patient.language] : ''
    case 'country_id':
      return COUNTRIES.find(({ id }) => id === value)?.name ?? ''
    default:
      return String(value ?? '')
  }
}
