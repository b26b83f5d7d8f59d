import type { DayText } from '../time/zones.ts'
import { isSameName } from './name-likeness.ts'

/** Whose a study or a visit is. */
export interface Identity {
  pat_id: string
  pat_name: string
  pat_birthdate: DayText | null
  pat_sex: string
}

/** The fields of an identity: what a link writes into a study and an unlink takes out of it. */
export const IDENTITY_FIELDS = [
  'pat_id',
  'pat_name',
  'pat_birthdate',
  'pat_sex',
] as const satisfies readonly (keyof Identity)[]
export type IdentityField = (typeof IDENTITY_FIELDS)[number]

/**
 * The fields in which both identities say something and not the same. Names are compared by their words: order, capitals
 * and titles are no difference.
 */
export function identityDifferences(study: Identity, person: Identity): IdentityField[] {
  return IDENTITY_FIELDS.filter((field) => {
    const [a, b] = [study[field] ?? '', person[field] ?? '']
    if (a === '' || b === '') return false
    if (field === 'pat_name') return !isSameName(a, b)
    return a.trim().toUpperCase() !== b.trim().toUpperCase()
  })
}

/** True where a person is asked before such a study is linked: the name or the date of birth is another. */
export const asksBeforeLink = (differences: readonly IdentityField[]): boolean =>
  differences.includes('pat_name') || differences.includes('pat_birthdate')

/** The identity alone of whatever has one. */
export function identityOf({ pat_id, pat_name, pat_birthdate, pat_sex }: Identity): Identity {
  return { pat_id, pat_name, pat_birthdate, pat_sex }
}
