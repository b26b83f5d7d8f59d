import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, cash, KOTHRUD, pay, putVisit } from './money-fixture.ts'

let server: DemoServer
let desk: ApiUser
let clerk: ApiUser
const DAY = '2026-11-21'

beforeAll(async () => {
  server = await openDemo()
  server.clock.now = new Date(NOW.getTime() + 3_600_000)
  await server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('receipt').set({ day_close_id: mintId() }).execute(),
  )
  desk = await server.signIn('desk.andheri')
  clerk = await server.signIn('reception.andheri')
})
afterAll(() => server.close())

const drawer = async (who = desk) =>
  (await who.get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day: DAY, blind: '1' })).body.result
const count = (counted_cash: number, more: object = {}, who = desk) => {
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  return who.post(`${PHP}dayclose/count`, {
    id: mintId(),
    branch_id: ANDHERI,
    day: DAY,
    counted_cash,
    ...more,
  })
}
const close = (counted_cash: number, recorded_cash: number, more: object = {}) =>
  desk.post(`${PHP}dayclose/close`, {
    id: mintId(),
    branch_id: ANDHERI,
    day: DAY,
    counted_cash,
    recorded_cash,
    ...more,
  })

test('the recorded cash is shown after the count, and the first count is stored beside the close', async () => {
  const visit = await putVisit(server)
  await pay(desk, visit, cash(600), { mode: 'GPay', amount: 400 })
  const blind = await drawer()
  expect(blind).toMatchObject({ counted: null, modes: [{ mode: 'GPay', net: 400 }] })
  expect('recorded_cash' in blind).toBe(false)
  expect((await count(550)).body.result).toEqual({ counted_cash: 550, recorded_cash: 600 })
  expect(await drawer()).toMatchObject({
    counted: { counted_cash: 550 },
    recorded_cash: 600,
    modes: [{ mode: 'Cash', net: 600 }, { mode: 'GPay' }],
  })
  await count(600)
  const done = (await close(600, 600)).body.result.close
  expect(done).toMatchObject({ difference: 0, first_counted: 550, counts: 2 })
  expect(await drawer()).toMatchObject({ counted: null, recorded_cash: 0, modes: [] })
  const lines = await readAudit(server, CLIENT, 'day_count')
  expect(lines.map(({ action, detail }) => [action, detail.difference])).toEqual([
    ['count_day', '-50.00'],
    ['count_day', '0.00'],
  ])
  // A payment after the count opens a new count.
  await pay(desk, await putVisit(server), cash(10))
  expect(await drawer()).toMatchObject({ counted: null })
})

test('a repeated count under one id is one; another amount under it is refused', async () => {
  const id = mintId()
  const first = await count(5, { id })
  expect((await count(5, { id })).body).toEqual(first.body)
  expect((await count(6, { id })).body.code).toBe('id_reused')
  const lines = await readAudit(server, CLIENT, 'day_count')
  expect(lines.filter(({ record_id }) => record_id === id)).toHaveLength(1)
})

test('the drawer of another person, and of another branch, cannot be counted', async () => {
  const { id } = await server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('app_user').select('id').where('username', '=', 'desk.andheri').executeTakeFirstOrThrow(),
  )
  expect((await count(5, { user_id: id }, clerk)).body.code).toBe('not_permitted')
  expect((await count(5, { branch_id: KOTHRUD }, clerk)).status).toBe(404)
  expect((await count(-1)).body.code).toBe('invalid')
})

test('a future day is neither counted nor closed', async () => {
  const refused = await close(0, 0, { day: '2026-11-22' })
  expect([refused.status, refused.body.fields]).toEqual([400, { day: 'is in the future' }])
  expect((await count(0, { day: '2026-11-22' })).body.message).toBe('A day in the future cannot be closed.')
  // Late in the evening in UTC, the next day has begun at the branch.
  server.clock.now = new Date('2026-11-21T19:00:00Z')
  expect((await count(0, { day: '2026-11-22' })).status).toBe(200)
})
