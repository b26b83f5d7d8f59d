import type { DayText } from '../time/zones.ts'
import { isSameName } from './name-likeness.ts'

/** The identity of a study's or a visit's patient. */
export interface Identity {
  pat_id: string
  pat_name: string
  pat_birthdate: DayText | null
  pat_sex: string
}

/** The fields of an identity: a link copies them into a study and an unlink removes them. */
export const IDENTITY_FIELDS = [
  'pat_id',
  'pat_name',
  'pat_birthdate',
  'pat_sex',
] as const satisfies readonly (keyof Identity)[]
export type IdentityField = (typeof IDENTITY_FIELDS)[number]

/**
 * The fields that both identities have with different values. Names are compared by their words: order, capitals
 * and titles do not matter.
 */
export function identityDifferences(study: Identity, person: Identity): IdentityField[] {
  return IDENTITY_FIELDS.filter((field) => {
    const [a, b] = [study[field] ?? '', person[field] ?? '']
    if (a === '' || b === '') return false
    if (field === 'pat_name') return !isSameName(a, b)
    return a.trim().toUpperCase() !== b.trim().toUpperCase()
  })
}

/** True if a person must confirm before such a study is linked: the name or the date of birth differs. */
export const asksBeforeLink = (differences: readonly IdentityField[]): boolean =>
  differences.includes('pat_name') || differences.includes('pat_birthdate')

/** Picks the identity fields from any object that has them. */
export function identityOf({ pat_id, pat_name, pat_birthdate, pat_sex }: Identity): Identity {
  return { pat_id, pat_name, pat_birthdate, pat_sex }
}
