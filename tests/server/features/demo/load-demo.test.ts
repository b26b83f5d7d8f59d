import { afterAll, beforeAll, expect, test } from 'vitest'
import { CENTRES } from '#server/features/demo/centres.ts'
import { demoSignIns, loadDemo } from '#server/features/demo/load-demo.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/test-database.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
let db: TestDatabase

beforeAll(async () => {
  db = await openTestDatabase()
  console.time('demo')
  await loadDemo(db.database, NOW)
  console.timeEnd('demo')
})
afterAll(() => db.close())

test('loads', async () => {
  for (const c of CENTRES) {
    const r = await db.database.tenant(c.id, (tx) =>
      tx
        .selectFrom('study')
        .select(['status', (eb) => eb.fn.countAll().as('n')])
        .groupBy('status')
        .execute(),
    )
    console.log(c.name, r)
  }
  expect(demoSignIns.length).toBeGreaterThan(5)
})
