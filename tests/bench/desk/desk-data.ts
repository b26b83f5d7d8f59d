import type { Client } from 'pg'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_SIGN_IN } from '../../e2e/helpers/people.ts'
import { FAMILY, GIVEN, SYLLABLES } from './names.ts'

/** The number of patients on the server. */
export const PATIENTS = 1_000_000
/** The last of them were seen recently: a device of the desk keeps these. */
export const ON_DEVICE = 10_000

const CLIENT = SANJEEVANI.id

/** Returns the id on the card of the n-th patient, from 1. */
export const patientOf = (n: number) => `BD-${String(n).padStart(7, '0')}`

/**
 * Inserts the missing ones of the million with SQL alone. Text indexes are made after the rows: row by row
 * they would take ten times as long.
 */
export async function makePatients(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from patient where client_id = $1 and pat_id >= 'BD-' and pat_id < 'BE'",
    [CLIENT],
  )
  const there = rows[0]?.n ?? 0
  if (there >= PATIENTS) return
  console.log(`making ${(PATIENTS - there).toLocaleString('en')} patients …`)
  await admin.query('begin')
  const texts = await admin.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'patient' and indexdef like '%USING gin%'`,
  )
  for (const { name } of texts.rows) await admin.query(`drop index ${name}`)
  await admin.query(INSERT_PATIENTS, [CLIENT, there + 1, PATIENTS, GIVEN, FAMILY, SYLLABLES])
  await admin.query(
    `insert into patient_word (client_id, word)
      select distinct client_id, unnest(name_words) from patient on conflict do nothing`,
  )
  await admin.query("set local maintenance_work_mem = '512MB'")
  for (const { definition } of texts.rows) await admin.query(definition)
  await admin.query('commit')
  await admin.query('vacuum analyze patient, patient_word')
}

/** The number of rarer names, in addition to those of the lists. */
const RARE_NAMES = 30_000

/** Returns SQL for a number from 0 to 1 that depends on the row and a purpose. */
const chance = (purpose: number, of = 'n') => `((hashint8extended(${of}, ${purpose}) & 1048575) / 1048576.0)`
/** Returns SQL for one entry of a list; the first entries are much more frequent. */
const common = (list: string, purpose: number) =>
  `(${list})[1 + floor(power(${chance(purpose)}, 1.4) * array_length(${list}, 1))::int]`
/** Returns SQL for a part of a rarer name: only a few of all possible names occur, as with real names. */
const syllable = (purpose: number) =>
  `($6::text[])[1 + floor(${chance(purpose, `n % ${RARE_NAMES}`)} * array_length($6::text[], 1))::int]`
const rareName = (first: number, syllables: number) =>
  `initcap(${Array.from({ length: syllables }, (_, at) => syllable(first + at)).join(' || ')})`

const INSERT_PATIENTS = `
  insert into patient (client_id, id, pat_id, fname, lname, mobile, gender, dob, created, touched, created_by)
  select $1, ('bd000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'BD-' || lpad(n::text, 7, '0'),
    case when ${chance(1)} < 0.9 then ${common('$4::text[]', 2)} else ${rareName(20, 4)} end,
    case when ${chance(5)} < 0.7 then ${common('$5::text[]', 6)} else ${rareName(30, 4)} end,
    '9' || lpad((n * 7919 % 1000000000)::text, 9, '0'), case when ${chance(10)} < 0.5 then 'Male' else 'Female' end,
    date '2020-01-01' - floor(${chance(11)} * 29000)::int,
    now() - interval '1 day' * (200 + ${chance(12)} * 3000), now() - interval '1 day' * (120 + ${chance(12)} * 3000),
    -- Registered at the desk that looks for them: a device holds the patients of its own branches.
    (select id from app_user where client_id = $1 and username = '${DEMO_SIGN_IN.desk}')
  from generate_series($2::bigint, $3::bigint) n`

/** Updates the patients that a device keeps, so that they were seen in the last weeks. */
export async function touchLately(admin: Client): Promise<void> {
  await admin.query(
    `update patient set touched = now() - interval '1 minute' * (right(pat_id, 7)::int % 60000)
      where client_id = $1 and pat_id <= $2 and pat_id like 'BD-%' and touched < now() - interval '50 days'`,
    [CLIENT, patientOf(ON_DEVICE)],
  )
}

/** One of the million patients. */
export interface BenchPerson {
  id: string
  pat_id: string
  fname: string
  lname: string
  mobile: string
}

/** Returns people to search for: their names are long enough that two letters of a word may be wrong. */
export async function somePeople(admin: Client): Promise<BenchPerson[]> {
  const asked = Array.from({ length: 400 }, (_, n) => patientOf(1 + ((n * 2_503) % PATIENTS)))
  const { rows } = await admin.query<BenchPerson>(
    `select id, pat_id, fname, lname, mobile from patient
      where client_id = $1 and pat_id = any($2) and char_length(fname) >= 5 and char_length(lname) >= 5`,
    [CLIENT, asked],
  )
  return rows
}
