import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#server/kernel/sync/feed/write.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'
import { kernelOn, Reader } from './changes.ts'
import { addClient, type FeedGround } from './ground.ts'
import { POOL_FOR_FEED, runFeed } from './run-feed.ts'

let db: TestDatabase
let ground: FeedGround

beforeAll(async () => {
  db = await openTestDatabase({ poolMax: POOL_FOR_FEED })
  const admin = new Client({ connectionString: db.adminUrl })
  await admin.connect()
  ground = { database: db.database, admin }
})
afterAll(async () => {
  await ground.admin.end()
  await db.close()
})

const change = (id: string = randomUUID()) => ({ type: 'tag', id, rev: 1, scopes: ['client'] })

test('the feed skips none of 50,000 changes by slow transactions of several writers; a sequence number loses some', async () => {
  const figures = await runFeed(ground, { changes: 50_000 })
  expect(figures).toMatchObject({ skipped: 0, repeated: 0 })
  expect(figures.written).toBeGreaterThanOrEqual(50_000)
  expect(figures.naiveSkipped, 'the control must lose some, or the run proves nothing').toBeGreaterThan(0)
}, 90_000)

test("another client's open transaction never delays this client's feed", async () => {
  const kernel = kernelOn(ground)
  const one = await addClient(ground)
  const other = await addClient(ground)
  const reader = new Reader(kernel, one)
  await reader.catchUp()
  await write(kernel, other, async ({ changed }) => changed(change()))
  const open = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = write(kernel, other, async ({ tx, changed }) => {
    // Worse than any handler: it locks its own client's head while it is open.
    await tx.selectFrom('feed_head').select('pos').where('client_id', '=', other).forUpdate().execute()
    await tx.updateTable('feed_head').set({ floor: 0 }).where('client_id', '=', other).execute()
    changed(change())
    begun.resolve()
    await open.promise
  })
  await begun.promise
  const ids = Array.from({ length: 50 }, () => randomUUID())
  const waits: number[] = []
  for (const id of ids) {
    await write(kernel, one, async ({ changed }) => changed(change(id)))
    const committed = performance.now()
    await reader.catchUp()
    waits.push(performance.now() - committed)
    expect(reader.seen.has(id)).toBe(true)
  }
  // The other control: a cursor that stops below the oldest open transaction of the whole database returns
  // nothing.
  const { rows } = await ground.admin.query<{ n: number }>(
    `select count(*)::int as n from change_feed where client_id = $1 and xmin::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    [one],
  )
  expect(rows[0]?.n).toBe(0)
  open.resolve()
  await slow
  expect(Math.max(...waits)).toBeLessThan(1_000)
})

test('an open transaction of the same client delays no change until its commit', async () => {
  const kernel = kernelOn(ground)
  const client = await addClient(ground)
  const reader = new Reader(kernel, client)
  const open = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const [late, early] = [randomUUID(), randomUUID()]
  const slow = write(kernel, client, async ({ tx, changed }) => {
    await tx
      .insertInto('audit_trail')
      .values({ client_id: client, id: randomUUID(), action: 'x', type: 'x' })
      .execute()
    changed(change(late))
    begun.resolve()
    await open.promise
  })
  await begun.promise
  await reader.catchUp()
  await write(kernel, client, async ({ changed }) => changed(change(early)))
  await reader.catchUp()
  expect([...reader.seen]).toEqual([early])
  open.resolve()
  await slow
  await reader.catchUp()
  expect([...reader.seen]).toEqual([early, late])
})
