import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { nameCondition, nameKeyOf } from '#server/features/modality-worklist/name-condition.ts'
import { startWorklist } from '#server/features/modality-worklist/start-worklist.ts'
import { type WorklistService, worklistItem } from '#server/features/modality-worklist/worklist-item.ts'
import { matchesQuery } from '#server/integrations/modality-worklist/matching.ts'
import type { WorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { askMachine } from '#tests/helpers/archive/ask-machine.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id
const CALLED = 'READROOM'

let server: DemoServer
let worklist: WorklistServer

beforeAll(async () => {
  server = await openDemo()
  worklist = await startWorklist({
    kernel: { ...server.app.kernel, now: () => NOW },
    host: '127.0.0.1',
    port: 0,
    onError: (error) => {
      throw error
    },
  })
})
afterAll(async () => {
  await worklist.close()
  await server.close()
})

interface Name {
  fname: string
  lname: string
}

const SERVICE: WorklistService = {
  id: '0197e000-0000-7000-8000-000000000001',
  name: 'CT Chest',
  code: '',
  modality: 'CT',
  accession_no: 'A1',
  start_dt: NOW,
  status: 5,
  study_iuid: '',
  visit_no: '',
  machine: '',
  aet: '',
  machine_modality: '',
  time_zone: 'UTC',
  pat_id: 'P1',
  fname: '',
  lname: '',
  dob: null,
  gender: '',
  weight: '',
  height: '',
  allergies: [],
  is_vip: false,
  ref_dr: '',
  doctor: '',
}

const isMatched = (key: string, name: Name) =>
  matchesQuery({ PatientName: key }, worklistItem({ ...SERVICE, ...name }))

/** Returns the database's result for each pair; a key that the database ignores matches every name. */
async function isSelected(pairs: readonly (readonly [string, Name])[]): Promise<boolean[]> {
  return server.db.database.tenant(CLIENT, async (tx) => {
    const answers: boolean[] = []
    for (const [asked, { fname, lname }] of pairs) {
      const key = nameKeyOf(asked)
      if (key === undefined) {
        answers.push(true)
        continue
      }
      const { rows } = await sql<{ holds: boolean }>`
        select ${nameCondition(key, 'p')} as holds from (values (${fname}::text, ${lname}::text)) p (fname, lname)`.execute(
        tx,
      )
      answers.push(rows[0]?.holds === true)
    }
    return answers
  })
}

const EXAMPLES: [string, Name, boolean][] = [
  ['KAMAT^ASHA', { fname: 'Asha', lname: 'Kamat' }, true],
  ['kamat^asha^^^', { fname: 'Asha', lname: 'Kamat' }, true],
  ['Kamat', { fname: 'Asha', lname: 'Kamat' }, false],
  ['Kamat*', { fname: 'Asha', lname: 'Kamat' }, true],
  ['K?mat^*', { fname: 'Asha', lname: 'Kamat' }, true],
  ['*asha', { fname: 'Asha', lname: 'Kamat' }, true],
  ['Asha', { fname: 'Asha', lname: '' }, true],
  ['100%*', { fname: '1', lname: '100% sure' }, true],
  ['100%*', { fname: '1', lname: '1000' }, false],
  ['a_b', { fname: 'axb', lname: '' }, false],
  ['strasse*', { fname: 'Eva', lname: 'Straße' }, true],
  ['शर्मा^*', { fname: 'आशा', lname: 'शर्मा' }, true],
  ['ΣΟΦΟΣ*', { fname: '', lname: 'σοφός' }, false],
  ['ᲐᲜᲐ*', { fname: '', lname: 'ანა' }, true],
  ['de souza^*', { fname: 'Ana', lname: 'de^Souza' }, true],
  ['^', { fname: '', lname: '' }, true],
]

describe('the database matches a name like the items do', () => {
  test.each(EXAMPLES)('%s of %o', async (key, name, expected) => {
    expect([isMatched(key, name), ...(await isSelected([[key, name]]))]).toEqual([expected, expected])
  })

  const letter = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...Array.from('aAbBß^=\\%_. \u00a0éÉİıſ')) },
    { weight: 2, arbitrary: fc.constantFrom(...Array.from('आशाσςΣ安안😀')) },
    { weight: 1, arbitrary: fc.constantFrom('ა', 'Ა', 'Ꭰ', 'ꭰ', 'ŉ', 'ﬁ', '\t', '\ufeff') },
  )
  const part = fc.string({ unit: letter, maxLength: 6 })
  const asked = fc.string({
    unit: fc.oneof(letter, fc.constantFrom('*', '?', '^', 'S', 'a', 'B')),
    maxLength: 9,
  })
  /** A key that is derived from the name, so that many pairs match. */
  const pair = fc
    .tuple(asked, fc.record({ fname: part, lname: part }), fc.integer({ min: 0, max: 4 }))
    .map(([key, name, kind]): [string, Name] => {
      const whole = `${name.lname}^${name.fname}`
      if (kind === 0) return [key, name]
      if (kind === 1) return [whole.toLowerCase(), name]
      if (kind === 2) return [`${whole.slice(0, 3)}*`, name]
      return [Array.from(whole, (one, at) => (at % 3 === kind - 3 ? '?' : one)).join(''), name]
    })

  test('every matching item is selected, and nothing else without letters of a recent script', async () => {
    const pairs = fc.sample(pair, { numRuns: 3_000, seed: 7 })
    const selected = await isSelected(pairs)
    const told = pairs.map(([key, name], at) => ({
      key,
      name,
      matches: isMatched(key, name),
      is: selected[at],
    }))
    expect(told.filter(({ matches, is }) => matches && !is)).toEqual([])
    const plain = told.filter(
      ({ key }) => nameKeyOf(key) !== undefined && !/[აᲐᎠꭰ]|\p{Extended_Pictographic}/u.test(key),
    )
    expect(plain.filter(({ matches, is }) => !matches && is)).toEqual([])
    // Both kinds must be frequent, or the test would prove nothing.
    expect(plain.filter(({ matches }) => matches).length).toBeGreaterThan(300)
    expect(plain.filter(({ matches }) => !matches).length).toBeGreaterThan(300)
  }, 120_000)

  test('a name shortened for the item is left to the items', async () => {
    const name = { fname: 'Gi'.repeat(28), lname: 'Fa'.repeat(28) }
    expect(await isSelected([['other*', name]])).toEqual([true])
  })
})

test('a query for one name among more services than the limit gets its result', async () => {
  await askAdmin(
    server,
    `insert into client_setting (client_id, mwl_aet) values ($1, $2)
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [CLIENT, CALLED],
  )
  const [found] = await askAdmin<{ aet: string; patient_id: string }>(
    server,
    `with one as (
       select m.id as machine_id, m.aet, m.department_id, v.id as visit_id, v.patient_id
       from machine m join visit v on v.client_id = m.client_id and v.branch_id = m.branch_id
       where m.client_id = $1 and m.active and m.hidden is null order by m.id, v.id limit 1),
     two as (
       select v.id as visit_id from visit v, one
       where v.client_id = $1 and v.branch_id = (select branch_id from machine where id = one.machine_id)
         and v.patient_id <> one.patient_id order by v.id limit 1),
     slot as (
       insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt, blocks)
       select $1, gen_random_uuid(), v.visit_id, one.department_id, one.machine_id, $2::timestamptz, $2::timestamptz + interval '1 hour', false
       from one, (select visit_id from one union all select visit_id from two) v (visit_id)
       returning id, visit_id),
     made as (
       insert into visit_service (client_id, id, visit_id, name, modality, accession_no, status, start_dt, visit_machine_id)
       select $1, gen_random_uuid(), slot.visit_id, 'CT', 'CT', 'N' || n, 5, $2::timestamptz, slot.id
       from slot, one, generate_series(1, 600) n where slot.visit_id <> one.visit_id or n <= 3)
     select aet, patient_id from one`,
    [CLIENT, NOW],
  )
  await askAdmin(server, "update patient set fname = 'Xenia', lname = 'Quux' where id = $1", [
    found?.patient_id,
  ])
  const asked = (PatientName: string) =>
    askMachine({ port: worklist.port, aet: found?.aet ?? '', called: CALLED, keys: { PatientName } })
  await expect(asked('')).rejects.toThrow('a700')
  expect(await asked('quux^xen*')).toBe(3)
  expect(await asked('Nobody*')).toBe(0)
})
