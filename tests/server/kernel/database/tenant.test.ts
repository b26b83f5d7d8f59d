import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/kernel/context.ts'
import { RolledBackError } from '#server/kernel/database/bound-dialect.ts'
import { isDatabaseGone } from '#server/kernel/database/errors.ts'
import { runAsAdmin } from '#tests/helpers/database/template-database.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

const CLIENT = '00000000-0000-7000-8000-00000000000a'
let opened: TestDatabase

beforeAll(async () => {
  opened = await openTestDatabase()
  await runAsAdmin(opened.adminUrl, `insert into client (id, name) values ('${CLIENT}', 'A centre')`)
})
afterAll(() => opened.close())

const addTag = (tx: Tx, id: string) =>
  tx.insertInto('study_tag').values({ client_id: CLIENT, id, name: 'Urgent', color: '#aa0000' }).execute()

const countTags = (id: string) =>
  opened.database.tenant(CLIENT, async (tx) => {
    const rows = await tx.selectFrom('study_tag').select('id').where('id', '=', id).execute()
    return rows.length
  })

const pidOf = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

const mustNotRun = () => Promise.reject(new Error('it ran'))

const rename = (tx: Tx, id: string, name: string) =>
  tx.updateTable('study_tag').set({ name }).where('id', '=', id).execute()

test('an invalid client id never reaches a statement', async () => {
  await expect(opened.database.tenant(`${CLIENT}'; drop table study; --`, mustNotRun)).rejects.toThrow(
    'must be a UUID',
  )
  await expect(opened.database.tenant('', mustNotRun)).rejects.toThrow('must be a UUID')
})

test('the client and the role apply inside the transaction only', async () => {
  const inside = await opened.database.tenant(CLIENT, (tx) =>
    sql`select current_user as role, current_setting('app.client_id') as client`.execute(tx),
  )
  expect(inside.rows).toEqual([{ role: 'readroom_app', client: CLIENT }])
  const after = await opened.database.pool.query(
    `select nullif(current_setting('app.client_id', true), '') as client`,
  )
  expect(after.rows).toEqual([{ client: null }])
})

test('an error rolls everything back and leaves the connection usable', async () => {
  const id = randomUUID()
  const failing = opened.database.tenant(CLIENT, async (tx) => {
    await addTag(tx, id)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await countTags(id)).toBe(0)
})

test('a failed statement whose error was ignored does not count as committed', async () => {
  const id = randomUUID()
  const lying = opened.database.tenant(CLIENT, async (tx) => {
    await addTag(tx, id)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(lying).rejects.toThrow(RolledBackError)
  expect(await countTags(id)).toBe(0)
})

test('bigints are numbers and dates are text', async () => {
  const { rows } = await opened.database.entry((tx) =>
    sql`select 9007199254740991::int8 as big, date '2026-02-28' as day`.execute(tx),
  )
  expect(rows).toEqual([{ big: 9_007_199_254_740_991, day: '2026-02-28' }])
})

test('a snapshot sees a single moment', async () => {
  const id = randomUUID()
  const seen = await opened.database.tenant(
    CLIENT,
    async (tx) => {
      const look = async () =>
        (await tx.selectFrom('study_tag').select('id').where('id', '=', id).execute()).length
      const before = await look()
      await opened.database.tenant(CLIENT, (other) => addTag(other, id))
      return [before, await look()]
    },
    { snapshot: true },
  )
  expect(seen).toEqual([0, 0])
  expect(await countTags(id)).toBe(1)
})

test('two transactions that block each other both take effect', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  await opened.database.tenant(CLIENT, async (tx) => {
    await addTag(tx, first)
    await addTag(tx, second)
  })
  let arrived = 0
  const both = { reach: () => {} }
  const met = new Promise<void>((done) => {
    both.reach = done
  })
  let attempts = 0
  const crosswise = (one: string, other: string, name: string) =>
    opened.database.tenant(CLIENT, async (tx) => {
      attempts += 1
      await rename(tx, one, name)
      arrived += 1
      if (arrived === 2) both.reach()
      await met
      await rename(tx, other, name)
    })
  await Promise.all([crosswise(first, second, 'a'), crosswise(second, first, 'b')])
  // At least one of them was the deadlock's victim; both are if the two detectors fire at the same moment.
  expect(attempts).toBeGreaterThanOrEqual(3)
  const rows = await opened.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('study_tag').select('name').where('id', 'in', [first, second]).execute(),
  )
  expect(new Set(rows.map(({ name }) => name)).size).toBe(1)
})

test.each([['40001'], ['40P01']])('%s is retried three times and then fails', async (code) => {
  let attempts = 0
  const unlucky = opened.database.tenant(CLIENT, async (tx) => {
    attempts += 1
    await sql.raw(`do $$ begin raise exception 'unlucky' using errcode = '${code}'; end $$`).execute(tx)
  })
  await expect(unlucky).rejects.toMatchObject({ code })
  expect(attempts).toBe(4)
})

test('any other error is not retried', async () => {
  let attempts = 0
  const wrong = opened.database.tenant(CLIENT, async (tx) => {
    attempts += 1
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
  expect(attempts).toBe(1)
})

test('the tail runs last in the transaction, and its rows are announced after the commit', async () => {
  const id = randomUUID()
  const told: unknown[][][] = []
  await opened.database.tenant(CLIENT, (tx) => addTag(tx, id), {
    tail: () => `update study_tag set name = 'by the tail' where id = '${id}' returning name`,
    tailed: (rows) => told.push(rows),
  })
  expect(told).toEqual([[[{ name: 'by the tail' }]]])
})

test('a failing tail rolls back the whole transaction', async () => {
  const id = randomUUID()
  const failing = opened.database.tenant(CLIENT, (tx) => addTag(tx, id), { tail: () => 'select 1 / 0' })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await countTags(id)).toBe(0)
})

test('begin with the client, and the tail with the commit, are one message each', async () => {
  const messages: string[] = []
  const { pool } = opened.database
  const client = await pool.connect()
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  client.release()
  const original = prototype.query
  prototype.query = function spied(this: unknown, ...args: unknown[]) {
    messages.push(String(args[0]))
    return original.apply(this, args)
  }
  try {
    await opened.database.tenant(CLIENT, async () => {}, { tail: () => 'select 7' })
  } finally {
    prototype.query = original
  }
  expect(messages).toEqual([`begin; set local app.client_id = '${CLIENT}'`, 'select 7; commit'])
})

test('a dropped connection fails its own transaction, and the next one gets a new connection', async () => {
  const dropped = opened.database.tenant(CLIENT, async (tx) => {
    await runAsAdmin(opened.adminUrl, `select pg_terminate_backend(${await pidOf(tx)})`)
    await sql`select 1`.execute(tx)
  })
  const error: unknown = await dropped.catch((caught: unknown) => caught)
  expect(isDatabaseGone(error)).toBe(true)
  expect(await countTags(randomUUID())).toBe(0)
})

test('idle connections that drop are replaced without an error', async () => {
  await Promise.all(
    Array.from({ length: 5 }, () => opened.database.entry((tx) => sql`select pg_sleep(0.05)`.execute(tx))),
  )
  await runAsAdmin(
    opened.adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await new Promise((done) => setTimeout(done, 100))
  expect(await countTags(randomUUID())).toBe(0)
})

test('a held lock is waited for three seconds and no longer', async () => {
  const id = randomUUID()
  await opened.database.tenant(CLIENT, (tx) => addTag(tx, id))
  const began = performance.now()
  await opened.database.tenant(CLIENT, async (tx) => {
    await tx.selectFrom('study_tag').select('id').where('id', '=', id).forUpdate().execute()
    const waiting = opened.database.tenant(CLIENT, (other) =>
      other.selectFrom('study_tag').select('id').where('id', '=', id).forUpdate().execute(),
    )
    await expect(waiting).rejects.toMatchObject({ code: '55P03' })
  })
  expect(performance.now() - began).toBeGreaterThan(2_900)
})

test('repeated statements stay prepared, and continue after a table change', async () => {
  const { database, adminUrl } = opened
  await runAsAdmin(
    adminUrl,
    `create table kept_plan (n int); insert into kept_plan values (1); grant select on kept_plan to readroom_app`,
  )
  const read = () =>
    database.tenant(CLIENT, (tx) => sql<{ n: number }>`select * from kept_plan`.execute(tx), {
      prepares: true,
    })
  for (let i = 0; i < 3; i++) expect((await read()).rows).toEqual([{ n: 1 }])
  const { rows: kept } = await database.tenant(CLIENT, (tx) =>
    sql`select from pg_prepared_statements where statement like '%kept_plan'`.execute(tx),
  )
  expect(kept).toHaveLength(1)
  await runAsAdmin(adminUrl, `alter table kept_plan add more text`)
  expect((await read()).rows).toEqual([{ n: 1, more: null }])
})
