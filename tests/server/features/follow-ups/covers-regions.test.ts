import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coversRegions as coversInJs } from '#domain/follow-up/named-regions.ts'
import { COMPOUND, PROCEDURE, REGION_WORDS, REGIONS, type Region } from '#domain/follow-up/region-words.ts'
import { coversRegions } from '#server/features/follow-ups/covers-regions.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** Returns texts that a table of words matches; its lookarounds are removed. */
const saidBy = (words: string) =>
  fc.stringMatching(new RegExp(`^(?:${words.replaceAll(/\(\?<?[=!](?:[^()]|\([^()]*\))*\)/g, '')})$`))

const OTHER = 'CT,MRI,X-Ray,scan,plain,AP,LAT,Zygote,सिर,left,of,dorsal wrist'.split(',')
const WORD = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...REGIONS.map((region) => saidBy(REGION_WORDS[region]))) },
  { weight: 4, arbitrary: saidBy(COMPOUND.trim()) },
  { weight: 4, arbitrary: fc.constantFrom(...OTHER) },
  { weight: 1, arbitrary: saidBy(PROCEDURE.trim()) },
)
/** The parts whose words also occur in the names of other parts are drawn more often. */
const PART = fc.constantFrom<Region>(...REGIONS, 'head', 'head', 'neck', 'neck', 'neck', 'pelvis', 'spine')
const NAME = fc
  .array(fc.tuple(WORD, fc.constantFrom(' ', '_', '^', '-', ' + ', ', ', '\t', '\u00a0', '\u2013')), {
    maxLength: 4,
  })
  .map((words) => words.flat().join(''))
const CASE = fc.record({
  wanted: fc.uniqueArray(PART, { maxLength: 2 }),
  name: fc.oneof(
    NAME,
    NAME.map((name) => name.toUpperCase()),
  ),
})

test('the rule in SQL and the rule in JavaScript agree', async () => {
  const alone = REGIONS.flatMap((region) =>
    fc
      .sample(saidBy(REGION_WORDS[region]), { numRuns: 40, seed: 31 })
      .map((name) => ({ wanted: [region] as Region[], name })),
  )
  expect(alone.filter(({ wanted, name }) => !coversInJs(wanted, name))).toEqual([])
  const cases = [...alone, ...fc.sample(CASE, { numRuns: 3_000, seed: 31 })]
  const rows = await db.database.entry(async (tx) => {
    const given = JSON.stringify(cases)
    const { rows: found } = await sql<{ wanted: Region[]; name: string; covers: boolean }>`
      select c.wanted, c.name, ${coversRegions(sql`c.wanted`, sql`c.name`)} as covers
      from jsonb_array_elements(${given}::jsonb) with ordinality e(given, at)
      cross join lateral (select e.given ->> 'name' as name,
        array(select jsonb_array_elements_text(e.given -> 'wanted')) as wanted offset 0) c
      order by e.at`.execute(tx)
    return found
  })
  expect(rows).toHaveLength(cases.length)
  expect(rows.filter(({ wanted, name, covers }) => covers !== coversInJs(wanted, name))).toEqual([])
  const share = rows.filter(({ covers }) => covers).length / rows.length
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.8)
})
