import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** What is looked for, and what the search is narrowed by. */
export interface PatientSearch {
  k: string
  dob?: string | undefined
  needsMerge: boolean
  /**
   * Whom the searcher's branches know, as a condition on `patient_search p`; exact numbers reach everybody. Undefined where
   * all of the client are known.
   */
  isKnown: RawBuilder<SqlBool> | undefined
}

/** Whom a search may find by an exact number, as a condition on `patient_search p`. */
export const narrowed = ({
  dob,
  needsMerge,
}: Pick<PatientSearch, 'dob' | 'needsMerge'>) => sql<SqlBool>`p.hidden is null
  ${dob === undefined ? sql`` : sql`and p.dob = ${dob}::date`} ${needsMerge ? sql`and p.needs_merge` : sql``}`

/**
 * Whom a search may find by a name or the beginning of a number: those whom the searcher's branches know. With the date of
 * birth a name reaches everybody.
 */
export const reached = (search: PatientSearch) =>
  search.dob === undefined && search.isKnown
    ? sql<SqlBool>`${narrowed(search)} and ${search.isKnown}`
    : narrowed(search)
