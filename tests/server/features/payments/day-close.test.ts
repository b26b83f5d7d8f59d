import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, cash, KOTHRUD, pay, payLater, putVisit, refund } from './money-fixture.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser
const DAY = '2026-11-21'
const HOUR = 3_600_000

beforeAll(async () => {
  server = await openDemo()
  // Moves the clock past the demo's money, so that no drawer here contains it.
  server.clock.now = new Date(NOW.getTime() + HOUR)
  await server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('receipt').set({ day_close_id: mintId() }).execute(),
  )
  for (const name of ['desk.andheri', 'reception.andheri', 'admin.sanjeevani', 'tech.andheri'])
    desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

const drawer = async (who: string, more: Record<string, string> = {}) =>
  desk(who).get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day: DAY, ...more })
const close = (who: string, counted_cash: number, recorded_cash: number, more: object = {}) => {
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  return desk(who).post(`${PHP}dayclose/close`, {
    id: mintId(),
    branch_id: ANDHERI,
    day: DAY,
    counted_cash,
    recorded_cash,
    ...more,
  })
}
const userId = async (who: string) =>
  server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('app_user').select('id').where('username', '=', who).executeTakeFirstOrThrow(),
  )

test('a day is closed with the counted and the recorded amount, and its money is counted once', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(600), { mode: 'GPay', amount: 400 })
  await refund(desk('desk.andheri'), visit, cash(100))
  const { result } = (await drawer('desk.andheri')).body
  expect(result).toMatchObject({
    recorded_cash: 500,
    modes: [
      { mode: 'Cash', received: 600, receipts: 1, refunded: 100, refunds: 1, net: 500 },
      { mode: 'GPay', received: 400, net: 400 },
    ],
  })
  expect((await close('desk.andheri', 490, 500)).body).toMatchObject({ code: 'reason_needed' })
  const stale = await close('desk.andheri', 400, 400)
  expect([stale.status, stale.body.current.recorded_cash]).toEqual([409, 500])
  const id = mintId()
  const done = await close('desk.andheri', 490, 500, { id, note: 'Ten short.' })
  expect(done.body.result.close).toMatchObject({ difference: -10, closed_by: 'Shilpa Rane', day: DAY })
  expect((await close('desk.andheri', 490, 500, { id, note: 'Ten short.' })).status).toBe(200)
  expect((await close('desk.andheri', 500, 500, { id })).body.code).toBe('id_reused')
  const after = (await drawer('desk.andheri')).body.result
  expect([after.recorded_cash, after.modes, after.closes.length]).toEqual([0, [], 1])
  const lines = (await readAudit(server, CLIENT, 'day_close')).filter(({ action }) => action === 'close_day')
  expect(lines).toMatchObject([{ record_id: id, detail: { difference: '-10.00' } }])
})

test('of two simultaneous closes of the same money one gets the new figures', async () => {
  await pay(desk('reception.andheri'), await putVisit(server), cash(70))
  const answers = await Promise.all([close('reception.andheri', 70, 70), close('reception.andheri', 70, 70)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
})

test('a receipt cancelled after a close is deducted from the drawer of the person who cancels it', async () => {
  const visit = await putVisit(server)
  const paid = await pay(desk('reception.andheri'), visit, cash(80))
  expect((await close('reception.andheri', 80, 80)).status).toBe(200)
  const cancelled = await desk('desk.andheri').post(`${PHP}appt/cancelReceipt`, {
    id: paid.body.result.receipts[0].id,
    appt_id: visit,
    reason: 'Wrong patient.',
  })
  expect(cancelled.status).toBe(200)
  const { result } = (await drawer('desk.andheri')).body
  expect(result).toMatchObject({ recorded_cash: -80, modes: [{ taken_back: 80, net: -80, receipts: 0 }] })
  expect((await close('desk.andheri', 0, -80, { note: 'Given from the float.' })).status).toBe(200)
  expect((await drawer('desk.andheri')).body.result.recorded_cash).toBe(0)
})

test('money taken offline belongs to the drawer of the day on which it was taken', async () => {
  const visit = await putVisit(server, { net: 30 })
  const input = {
    appt_id: visit,
    receipts: [{ id: mintId(), ...cash(40) }],
    taken_on: '2026-11-19T18:29:00Z',
  }
  const made = { call: 'appt/createReceipts', version: 1, at: input.taken_on, made_offline: true }
  const { body } = await desk('desk.andheri').post('sync/commands', {
    device_id: '01990000-0000-7000-8000-000000000000',
    commands: [{ id: mintId(), ...made, input }],
  })
  expect(body.answers[0].status).toBe(200)
  const today = (await drawer('desk.andheri')).body.result
  expect([today.recorded_cash, today.open_days]).toEqual([0, ['2026-11-19']])
  expect((await drawer('desk.andheri', { day: '2026-11-19' })).body.result.recorded_cash).toBe(40)
  const reads = (await readAudit(server, CLIENT, 'receipt')).filter(({ action }) => action === 'read')
  expect(reads.at(-1)?.detail).toEqual({ unallocated: today.unallocated.length })
  const [late] = today.unallocated
  expect(late).toMatchObject({
    amount: 40,
    visit_no: `T${visit}`,
    business_day: '2026-11-19',
    belongs_day: null,
  })
})

test('closing another person’s drawer requires the right to close any day', async () => {
  const { id } = await userId('desk.andheri')
  expect((await drawer('reception.andheri', { user_id: id })).body.code).toBe('not_permitted')
  expect((await close('reception.andheri', 0, 0, { user_id: id })).body.code).toBe('not_permitted')
  const { result } = (await drawer('admin.sanjeevani', { user_id: id })).body
  expect(result.people.map((one: { name: string }) => one.name)).toContain('Shilpa Rane')
  expect((await drawer('tech.andheri')).body.code).toBe('not_permitted')
  expect((await drawer('desk.andheri', { branch_id: KOTHRUD })).body.code).toBe('not_found')
})

test('the numbers of a branch show the outcome of each, and none is missing', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(1001))
  await payLater(desk('desk.andheri'), visit, cash(5))
  const ask = () =>
    desk('admin.sanjeevani').get(`${PHP}dayclose/series`, {
      branch_id: ANDHERI,
      from_date: DAY,
      to_date: DAY,
    })
  const { result } = (await ask()).body
  expect([result.is_whole, result.missing]).toEqual([1, []])
  const cancelled = result.numbers.find((one: { status: string }) => one.status === 'Cancelled')
  expect(cancelled).toMatchObject({ kind: 'receipt', reason: 'Wrong patient.' })
  const [first, second] = result.numbers
  await server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('receipt').set({ receipt_no: 'X1' }).where('receipt_no', '=', second.no).execute(),
  )
  expect(first.no < second.no).toBe(true)
  expect((await ask()).body.result.missing).toEqual([second.no])
  expect(result.gaps).toEqual([])
  const lost = Number(second.no.slice(1))
  await askAdmin(
    server,
    `with r as (insert into restore (client_id, epoch, ended, at, made, pos)
       values ($1, 'restored', 'before', $2, $3, 0) returning client_id, epoch)
     insert into number_jump select r.client_id, r.epoch, $4, 'receipt', $5, $6 from r`,
    [CLIENT, server.clock.now, '2026-11-18T20:00:00Z', ANDHERI, lost, lost + 1],
  )
  const explained = (await ask()).body.result
  expect([explained.is_whole, explained.missing]).toEqual([1, []])
  expect(explained.gaps).toEqual([
    {
      kind: 'receipt',
      first: second.no,
      last: second.no,
      restored: server.clock.now.toISOString(),
      backup: '2026-11-18T20:00:00.000Z',
    },
  ])
  expect((await desk('desk.andheri').get(`${PHP}dayclose/series`)).body.code).toBe('not_permitted')
})
