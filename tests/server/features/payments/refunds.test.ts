import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import {
  CLIENT,
  cash,
  KOTHRUD,
  moneyOf,
  pay,
  payLater,
  putVisit,
  refund,
  withWrongLastDay,
} from './money-fixture.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser

beforeAll(async () => {
  server = await openDemo()
  for (const name of ['desk.andheri', 'reception.andheri', 'admin.sanjeevani'])
    desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

const cancel = (
  who: string,
  kind: 'Receipt' | 'Refund',
  appt_id: string,
  id: string,
  reason = 'Wrong mode.',
) => desk(who).post(`${PHP}appt/cancel${kind}`, { id, appt_id, reason })
const allocate = (who: string, id: string, appt_id: string, note = 'Agreed by phone.') =>
  desk(who).post(`${PHP}appt/allocateReceipt`, { id, appt_id, note })
const idOf = (answer: { body: { result: { receipts?: { id: string }[]; refunds?: { id: string }[] } } }) =>
  (answer.body.result.receipts ?? answer.body.result.refunds)?.[0]?.id ?? ''

test('a refund never exceeds the received amount', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(700))
  const over = await refund(desk('desk.andheri'), visit, cash(400), { mode: 'GPay', amount: 300.01 })
  expect([over.status, over.body.message]).toEqual([422, 'You can not refund more than received!'])
  const done = await refund(desk('desk.andheri'), visit, cash(400), { mode: 'GPay', amount: 300 })
  expect(done.body.result.visit).toMatchObject({ paid: 0, balance: 1000, payment_status: 'Pending' })
  expect(done.body.result.refunds.map((one: { refund_no: string }) => one.refund_no)).toEqual([
    'RF000001',
    'RF000002',
  ])
  expect((await refund(desk('desk.andheri'), visit, cash(0.01))).body.code).toBe('over_received')
})

test.each([
  ['by Insurance', { mode: 'Insurance', amount: 1 }],
  ['of nothing', cash(0)],
  ['of less than nothing', cash(-1)],
  ['of three decimals', cash(1.005)],
])('a refund %s is refused', async (_what, row) => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(700))
  expect((await refund(desk('desk.andheri'), visit, row)).body.code).toBe('invalid')
})

test('a user without the right to refund or cancel is refused', async () => {
  const visit = await putVisit(server)
  const receipt = idOf(await pay(desk('reception.andheri'), visit, cash(700)))
  expect((await refund(desk('reception.andheri'), visit, cash(1))).body.code).toBe('not_permitted')
  expect((await cancel('reception.andheri', 'Receipt', visit, receipt)).body.code).toBe('not_permitted')
})

test('a cancelled receipt keeps its number, records who, when and why, and counts once', async () => {
  const visit = await putVisit(server)
  const receipt = idOf(await pay(desk('desk.andheri'), visit, cash(700)))
  await pay(desk('desk.andheri'), visit, cash(300))
  expect((await cancel('desk.andheri', 'Receipt', visit, receipt, ' ')).body.code).toBe('reason_needed')
  const done = await cancel('desk.andheri', 'Receipt', visit, receipt)
  expect(done.body.result.receipts[0]).toMatchObject({
    status: 'Cancelled',
    cancelled_by_name: 'Shilpa Rane',
    cancel_reason: 'Wrong mode.',
  })
  expect((await cancel('desk.andheri', 'Receipt', visit, receipt)).status).toBe(200)
  expect((await cancel('admin.sanjeevani', 'Receipt', visit, receipt)).body.code).toBe('refused')
  expect(await moneyOf(server, visit)).toMatchObject({ received: 300, payment_status: 'Partial_Paid' })
  const lines = (await readAudit(server, CLIENT, 'receipt')).filter((one) => one.record_id === receipt)
  expect(lines.map(({ action }) => action)).toEqual(['receive', 'cancel'])
})

test('a receipt with a refund cannot be cancelled before the refund is', async () => {
  const visit = await putVisit(server)
  const receipt = idOf(await pay(desk('desk.andheri'), visit, cash(700)))
  const back = idOf(await refund(desk('desk.andheri'), visit, cash(100)))
  expect((await cancel('desk.andheri', 'Receipt', visit, receipt)).body.code).toBe('over_received')
  expect((await cancel('desk.andheri', 'Refund', visit, back)).body.result.visit.paid).toBe(700)
  expect((await cancel('desk.andheri', 'Receipt', visit, receipt)).body.result.visit.paid).toBe(0)
})

test('a receipt of another visit is not found', async () => {
  const [one, other] = [await putVisit(server), await putVisit(server)]
  const receipt = idOf(await pay(desk('desk.andheri'), one, cash(1)))
  expect((await cancel('desk.andheri', 'Receipt', other, receipt)).body.code).toBe('not_found')
})

test('the payments of a cancelled visit are refundable', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(700))
  await server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('visit').set({ status: 12, net_charges: 0 }).where('id', '=', visit).execute(),
  )
  expect((await refund(desk('desk.andheri'), visit, cash(700))).body.result.visit.paid).toBe(0)
})

test('of two simultaneous refunds of the same money one is refused', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(700))
  const answers = await Promise.all([
    refund(desk('desk.andheri'), visit, cash(700)),
    refund(desk('admin.sanjeevani'), visit, cash(700)),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
  expect(await moneyOf(server, visit)).toMatchObject({ received: 700, refunded: 700 })
})

async function putUnallocated(patient = 0) {
  const visit = await putVisit(server, { patient })
  await pay(desk('desk.andheri'), visit, cash(1000))
  const { answer } = await payLater(desk('reception.andheri'), visit, cash(250))
  return { visit, receipt: answer.body.result.receipts[0]?.id ?? '' }
}

test('money over the balance stays with the visit after a person’s note, and the visit’s flag is removed', async () => {
  const { visit, receipt } = await putUnallocated()
  expect((await allocate('desk.andheri', receipt, visit)).body.code).toBe('not_permitted')
  expect((await allocate('admin.sanjeevani', receipt, visit, '')).body.code).toBe('reason_needed')
  const done = await allocate('admin.sanjeevani', receipt, visit)
  expect(done.body.result.receipts[0]).toMatchObject({ is_unallocated: 0, appt_id: visit })
  expect(await moneyOf(server, visit)).toMatchObject({ received: 1250, flags: [] })
  expect((await allocate('admin.sanjeevani', receipt, visit)).body.code).toBe('refused')
})

test('money over the balance moves to another visit of the patient that owes as much, and keeps its number', async () => {
  const { visit, receipt } = await putUnallocated(1)
  const [small, stranger, other] = [
    await putVisit(server, { patient: 1, net: 249 }),
    await putVisit(server, { patient: 2 }),
    await putVisit(server, { patient: 1, branch: KOTHRUD }),
  ]
  expect((await allocate('admin.sanjeevani', receipt, small)).body.code).toBe('over_balance')
  expect((await allocate('admin.sanjeevani', receipt, stranger)).body.code).toBe('refused')
  const done = await allocate('admin.sanjeevani', receipt, other)
  expect(done.body.result).toMatchObject({
    receipts: [{ appt_id: other, is_unallocated: 0 }],
    visit: { paid: 250 },
  })
  expect(await moneyOf(server, visit)).toMatchObject({ received: 1000, flags: [] })
  expect(await withWrongLastDay(server, [visit, other])).toEqual([])
  const { rows } = await server.db.database.tenant(CLIENT, (tx) =>
    tx
      .selectFrom('change_feed')
      .select(['op', 'scope'])
      .where('id', '=', receipt)
      .orderBy('pos', 'desc')
      .limit(2)
      .execute()
      .then((rows) => ({ rows })),
  )
  expect(rows.map(({ op }) => op).sort()).toEqual(['leave', 'put'])
})

test('a repeated refund under one id is one', async () => {
  const visit = await putVisit(server)
  await pay(desk('desk.andheri'), visit, cash(700))
  const row = { id: mintId(), ...cash(100) }
  await refund(desk('desk.andheri'), visit, row)
  expect((await refund(desk('desk.andheri'), visit, row)).body.result.visit.paid).toBe(600)
})
