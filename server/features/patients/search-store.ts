import { type SqlBool, sql } from 'kysely'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { digitsOf } from '#domain/patient/phone-lengths.ts'
import type { Tx } from '#server/kernel/context.ts'
import { containing } from '../studies/list-filter.ts'

/** How alike a word must be to one of a name (pg_trgm word similarity): one letter of five wrong is still found. */
const ALIKE = 0.4
/** Found by what they are spelt like: more is no answer any more. */
const CLOSE_MAX = 100
/** From so many digits on a number is looked for by how it begins. */
const DIGITS_MIN = 4

/** What a search is narrowed by. */
export interface PatientSearch {
  k: string
  dob?: string | undefined
  needsMerge: boolean
}

/**
 * Ids of the patients that a text finds, the surest first: exact numbers, numbers that begin so, names that hold every
 * word in any order, and then names spelt close to it. At most ALL_PAGE_SIZE of them.
 */
export async function findPatientIds(tx: Tx, clientId: string, search: PatientSearch): Promise<string[]> {
  const found = new Set<string>(await idsByNumber(tx, clientId, search))
  const words = search.k.split(/[\s,]+/u).filter((word) => /\p{L}/u.test(word))
  if (words.length > 0) for (const id of await idsByWords(tx, search, words)) found.add(id)
  if (words.some((word) => word.length >= 3) && found.size < CLOSE_MAX)
    for (const id of await idsSpeltClose(tx, search, words)) found.add(id)
  return [...found].slice(0, ALL_PAGE_SIZE)
}

const narrowed = ({ dob, needsMerge }: PatientSearch) => sql<SqlBool>`p.hidden is null
  ${dob === undefined ? sql`` : sql`and p.dob = ${dob}::date`} ${needsMerge ? sql`and p.needs_merge` : sql``}`

async function idsByNumber(tx: Tx, clientId: string, search: PatientSearch): Promise<string[]> {
  const text = search.k.trim().toUpperCase()
  const digits = digitsOf(search.k)
  // As it is kept: without the country's code, of one to three digits.
  const mobiles = [digits, ...[1, 2, 3].map((length) => digits.slice(length))].filter(
    (one) => one.length >= 6,
  )
  const isPhone = digits.length >= DIGITS_MIN && /^[\d\s()+-]+$/u.test(search.k.trim())
  const where = narrowed(search)
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select p.id, 1 as sure, p.touched from patient_search p where upper(p.pat_id) = ${text} and ${where})
      union all
      (select k.id, 2, k.touched from patient m join patient_search k on k.id = m.merged_into_id
        where m.client_id = ${clientId} and upper(m.pat_id) = ${text} and ${sql.raw('k.hidden is null')})
      union all
      (select p.id, 3, p.touched from patient_search p where p.ssn <> '' and upper(p.ssn) = ${text} and ${where})
      union all
      (select p.id, 3, p.touched from patient_search p where p.passport <> '' and upper(p.passport) = ${text} and ${where})
      union all
      (select p.id, 4, p.touched from patient_search p where p.mobile = any(${mobiles}) and ${where} limit 100)
      ${isPhone ? sql`union all (select p.id, 5, p.touched from patient_search p where p.mobile like ${`${digits}%`} and ${where} limit 100)` : sql``}
    ) found order by sure, touched desc, id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function idsByWords(tx: Tx, search: PatientSearch, words: readonly string[]): Promise<string[]> {
  const conditions = words.map((word) => sql<SqlBool>`(p.fname || ' ' || p.lname) ilike ${containing(word)}`)
  const { rows } = await sql<{ id: string }>`
    select p.id from patient_search p where ${narrowed(search)} and ${sql.join(conditions, sql` and `)}
    order by p.touched desc, p.id limit ${ALL_PAGE_SIZE}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function idsSpeltClose(tx: Tx, search: PatientSearch, words: readonly string[]): Promise<string[]> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(ALIKE)}, true)`.execute(tx)
  const asked = words.filter((word) => word.length >= 3)
  const conditions = asked.map((word) => sql<SqlBool>`${word} <% (p.fname || ' ' || p.lname)`)
  const alike = asked.map((word) => sql<number>`word_similarity(${word}, p.fname || ' ' || p.lname)`)
  const { rows } = await sql<{ id: string }>`
    select p.id from patient_search p where ${narrowed(search)} and ${sql.join(conditions, sql` and `)}
    order by ${sql.join(alike, sql` + `)} desc, p.touched desc, p.id limit ${CLOSE_MAX}`.execute(tx)
  return rows.map(({ id }) => id)
}
