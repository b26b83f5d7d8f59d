import { type SqlBool, sql } from 'kysely'

/** What is looked for, and what the search is narrowed by. */
export interface PatientSearch {
  k: string
  dob?: string | undefined
  needsMerge: boolean
}

/** Whom a search may find at all, as a condition on `patient_search p`. */
export const narrowed = ({ dob, needsMerge }: PatientSearch) => sql<SqlBool>`p.hidden is null
  ${dob === undefined ? sql`` : sql`and p.dob = ${dob}::date`} ${needsMerge ? sql`and p.needs_merge` : sql``}`
