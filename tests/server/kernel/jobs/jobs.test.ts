import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ageJob } from '#server/kernel/jobs/age.ts'
import { defineJob, type JobData } from '#server/kernel/jobs/job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { bearer, openWorld, type World } from '../helpers/world.ts'

const ran: { data: JobData; tags: number }[] = []
let failures = 0
const touch = defineJob({
  name: 'test/touch',
  run: async (data, { write }) => {
    const { value } = await write(async ({ tx, changed }) => {
      const tags = await tx.selectFrom('study_tag').select('id').execute()
      for (const id of data.ids) changed({ type: 'tag', id, rev: 7, scopes: ['client'] })
      return tags.length
    })
    ran.push({ data, tags: value })
  },
})
const failing = defineJob({
  name: 'test/failing',
  retries: 1,
  run: async () => {
    failures += 1
    throw new Error('Anna Patient')
  },
})
const givenUp: JobData[] = []
const hopeless = defineJob({
  name: 'test/hopeless',
  retries: 0,
  maxSeconds: 3_600,
  run: () => Promise.reject(new Error('no')),
  giveUp: async (data) => void givenUp.push(data),
})
const long = defineJob({ name: 'test/long', maxSeconds: 7_200, run: async () => undefined })
let world: World

beforeAll(async () => {
  world = await openWorld({ jobs: [touch, failing, long, hopeless] })
})
afterAll(() => world.close())

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((later) => setTimeout(later, 100))
}

const { add } = {
  add: (...args: Parameters<World['app']['kernel']['jobs']['add']>) => world.app.kernel.jobs.add(...args),
}

test('a job runs after the commit of its transaction, as its client, and its changes reach the feed', async () => {
  await world.admin.query("insert into study_tag (client_id, id, name, color) values ($1, $2, 'x', 'y')", [
    world.clientId,
    randomUUID(),
  ])
  const data = { clientId: world.clientId, ids: [randomUUID()] }
  await world.database.tenant(world.clientId, (tx) => add(tx, touch, data))
  await until(() => ran.length > 0)
  expect(ran).toEqual([{ data, tags: 1 }])
  const { rows } = await world.admin.query('select rev, scope from change_feed where id = $1', [data.ids[0]])
  expect(rows).toEqual([{ rev: 7, scope: 'client' }])
})

test('a job is fetched as soon as its transaction commits, and never after a rollback', async () => {
  const woken = vi.spyOn(world.app.kernel.jobs, 'wake')
  const ids = [randomUUID()]
  await write(world.app.kernel, world.clientId, async ({ addJob }) => {
    await addJob(touch, ids)
    expect(woken).not.toHaveBeenCalled()
  })
  expect(woken.mock.calls).toEqual([[touch.name]])
  const taken = write(world.app.kernel, world.clientId, async ({ addJob }) => {
    await addJob(touch, ids)
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  expect(woken).toHaveBeenCalledTimes(1)
  woken.mockRestore()
  await until(() => ran.some(({ data }) => data.ids[0] === ids[0]))
})

test('a job without attempts left, or lost with its server at the last one, fails once', async () => {
  const failed = { clientId: world.clientId, ids: [randomUUID()] }
  await world.database.tenant(world.clientId, (tx) => add(tx, hopeless, failed))
  await until(() => givenUp.length > 0)
  expect(givenUp).toEqual([failed])
  const lost = { clientId: world.clientId, ids: [randomUUID()] }
  const { boss } = world.app.kernel.jobs
  await boss.offWork(hopeless.name)
  await world.database.tenant(world.clientId, (tx) => add(tx, hopeless, lost))
  expect(await boss.fetch(hopeless.name)).toHaveLength(1)
  await world.admin.query(
    "update pgboss.job set heartbeat_on = now() - interval '6 minutes' where name = $1 and state = 'active'",
    [hopeless.name],
  )
  await boss.supervise(hopeless.name)
  await until(() => givenUp.length > 1)
  expect(givenUp[1]).toEqual(lost)
})

test('a long job is not considered lost while it runs', async () => {
  const { boss } = world.app.kernel.jobs
  expect((await boss.getQueue(long.name))?.expireInSeconds).toBe(7_200)
  expect((await boss.getQueue(touch.name))?.expireInSeconds).toBe(900)
})

test('a job of an uncommitted transaction does not exist', async () => {
  const before = ran.length
  const cause = world.database.tenant(world.clientId, async (tx) => {
    await add(tx, touch, { clientId: world.clientId, ids: [] })
    throw new Error('no')
  })
  await expect(cause).rejects.toThrow('no')
  const data = { clientId: world.clientId, ids: [] }
  await world.database.tenant(world.clientId, (tx) => add(tx, touch, data))
  await until(() => ran.length > before)
  expect(ran.length).toBe(before + 1)
})

test('the error text of a job is not stored: it may quote a record', async () => {
  await world.database.tenant(world.clientId, (tx) => add(tx, failing, { clientId: world.clientId, ids: [] }))
  await until(() => failures > 0)
  const stored = async () => {
    const { rows } = await world.admin.query(
      "select output, state from pgboss.job where name = 'test/failing'",
    )
    return rows as { output: unknown; state: string }[]
  }
  await until(async () => (await stored())[0]?.output != null)
  const [job] = await stored()
  expect(job?.state).toBe('retry')
  expect(JSON.stringify(job?.output)).not.toContain('Anna')
})

test('the application owns only its job tables, so row-level security applies to it', async () => {
  const { rows } = await world.admin.query(
    `select distinct n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_roles r on r.oid = c.relowner where r.rolname = 'readroom_app' and c.relkind in ('r', 'p', 'v', 'm')`,
  )
  expect(rows).toEqual([{ schema: 'pgboss' }])
})

test('the daily job deletes old outcomes, feed entries beyond the horizon and dead sessions', async () => {
  const doctor = await world.signIn()
  const save = (id: string, name: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/test/saveTag',
      headers: { ...bearer(doctor), 'idempotency-key': id },
      payload: { id: randomUUID(), name },
    })
  const [usual, signed] = [uuidv7(), uuidv7()]
  await save(usual, 'usual')
  await save(signed, 'signed')
  const run = async (daysLater: number) => {
    const { now } = world.clock
    world.clock.now = new Date(now.getTime() + daysLater * 86_400_000)
    await ageJob.run(world.app.kernel, world.app.log)
    world.clock.now = now
  }
  const count = async (sql: string) => Number((await world.admin.query(sql)).rows[0].n)
  const outcomes = 'select count(response) as n from command_log'
  await run(89)
  expect([await count(outcomes), await count('select count(*) as n from change_feed where pos > 0')]).toEqual(
    [2, expect.any(Number)],
  )
  const feed = 'select count(*) as n from change_feed'
  expect(await count(feed)).toBeGreaterThan(0)
  await run(91)
  expect([await count(feed), await count(outcomes)]).toEqual([0, 2])
  expect(await count('select count(*) as n from entry.session')).toBe(0)
  await run(401)
  expect(await count(outcomes)).toBe(1)
})
