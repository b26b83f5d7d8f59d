import { sql } from 'kysely'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { digitsOf } from '#domain/patient/phone-lengths.ts'
import type { Tx } from '#server/kernel/context.ts'
import { narrowed, type PatientSearch } from './patient-search.ts'
import { idsByName } from './search-by-name.ts'

/** The fewest digits for a search by the beginning of a number. */
const DIGITS_MIN = 4

/**
 * Returns the ids of patients that a text matches, best first: exact numbers, numbers with this beginning, then
 * names, exact or similar. At most ALL_PAGE_SIZE.
 */
export async function findPatientIds(tx: Tx, clientId: string, search: PatientSearch): Promise<string[]> {
  const found = new Set<string>(await idsByNumber(tx, clientId, search))
  for (const id of await idsByName(tx, clientId, search)) found.add(id)
  return [...found].slice(0, ALL_PAGE_SIZE)
}

async function idsByNumber(tx: Tx, clientId: string, search: PatientSearch): Promise<string[]> {
  const text = search.k.trim().toUpperCase()
  const digits = digitsOf(search.k)
  // In stored form: without the country code of one to three digits.
  const mobiles = [digits, ...[1, 2, 3].map((length) => digits.slice(length))].filter(
    (one) => one.length >= 6,
  )
  const isPhone = digits.length >= DIGITS_MIN && /^[\d\s()+-]+$/u.test(search.k.trim())
  const where = narrowed(search)
  const beginning = search.isKnown ? sql`${where} and ${search.isKnown}` : where
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
      ${isPhone ? sql`union all (select p.id, 5, p.touched from patient_search p where p.mobile like ${`${digits}%`} and ${beginning} limit 100)` : sql``}
    ) found order by sure, touched desc, id`.execute(tx)
  return rows.map(({ id }) => id)
}
