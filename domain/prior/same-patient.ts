import { type Identity, identityDifferences } from '../match/identity-differences.ts'

/** The person of a study: its header or link, and the patient record that it is linked to. */
export interface StudyPerson extends Identity {
  /** Null while the study is not linked. */
  patient_id: string | null
}

/** The records of one person: the patient's own, and those merged with it. */
export interface PatientFamily {
  ids: ReadonlySet<string>
  /** The patient ids of these records. */
  numbers: ReadonlySet<string>
}

/** How a former study was found: both are linked to the person's record, or the patient id is the same. */
export const PRIOR_MATCHES = ['record', 'patient_id'] as const
export type PriorMatch = (typeof PRIOR_MATCHES)[number]

/**
 * How `other` belongs to the person of `study`, or undefined if it does not. Two linked studies are judged by their
 * records alone. If one is not linked, the patient id must be the same and the names must agree, because several
 * image servers give the same number to different people; another birth date or sex speaks against it.
 */
export function matchPrior(
  study: StudyPerson,
  other: StudyPerson,
  family: PatientFamily,
): PriorMatch | undefined {
  if (study.patient_id !== null && other.patient_id !== null)
    return family.ids.has(other.patient_id) ? 'record' : undefined
  const isOfFamily = other.patient_id !== null && family.ids.has(other.patient_id)
  const isSameNumber =
    other.pat_id !== '' && (other.pat_id === study.pat_id || family.numbers.has(other.pat_id))
  // Linked to another person, although the number is the same.
  if (other.patient_id !== null && family.ids.size > 0 && !isOfFamily) return undefined
  if (!isOfFamily && !isSameNumber) return undefined
  if (study.pat_name === '' || other.pat_name === '') return undefined
  const differences = identityDifferences(study, other).filter((field) => field !== 'pat_id')
  return differences.length === 0 ? 'patient_id' : undefined
}
