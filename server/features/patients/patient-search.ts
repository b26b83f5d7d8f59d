import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The search text and the filters. */
export interface PatientSearch {
  k: string
  dob?: string | undefined
  needsMerge: boolean
  /**
   * The condition on `patient_search p` for patients of the caller's branches; exact numbers find patients of all
   * branches. Undefined if the caller sees all patients of the client.
   */
  isKnown: RawBuilder<SqlBool> | undefined
}

/** Returns the condition on `patient_search p` for a search by an exact number. */
export const narrowed = ({
  dob,
  needsMerge,
}: Pick<PatientSearch, 'dob' | 'needsMerge'>) => sql<SqlBool>`p.hidden is null
  ${dob === undefined ? sql`` : sql`and p.dob = ${dob}::date`} ${needsMerge ? sql`and p.needs_merge` : sql``}`

/**
 * Returns the condition for a search by a name or the beginning of a number: patients of the caller's branches. With
 * the date of birth, a name finds patients of all branches.
 */
export const reached = (search: PatientSearch) =>
  search.dob === undefined && search.isKnown
    ? sql<SqlBool>`${narrowed(search)} and ${search.isKnown}`
    : narrowed(search)
