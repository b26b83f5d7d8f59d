import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CashPaidVisit } from '#contract/calls/hidden-discounts.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, putVisit, SALMIYA } from '../sales/books.ts'

const DAY = '2016-02-10'
const START = new Date('2016-02-10T05:00:00Z')

let server: DemoServer
let manager: ApiUser
let administrator: ApiUser
beforeAll(async () => {
  server = await openDemo()
  manager = await server.signIn('manager.andheri')
  administrator = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const range = { from_date: DAY, to_date: DAY }
const visits = async (desk = manager): Promise<CashPaidVisit[]> =>
  (await desk.get('/api/appt/cashPaidVisits', range)).body.result.visits
const find = async (id: string) => (await visits()).find(({ appt_id }) => appt_id === id)
const give = (desk: ApiUser, records: object[], reason = 'Goodwill of the director') =>
  desk.post('/api/appt/setHiddenDiscount', { reason, records })
const paid = (money: { mode?: string; minor: number; kind?: 'refund' | 'receipt' }[]) =>
  putVisit(server, {
    start: START,
    status: 7,
    lines: [{ charges: 100_000 }],
    money: money.map((one) => ({ day: DAY, mode: 'Cash', ...one })),
  })

test('lists only visits with cash received, less the cash refunded', async () => {
  const cash = await paid([
    { minor: 50_000 },
    { minor: 20_000, mode: 'GPay' },
    { minor: 10_000, kind: 'refund' },
  ])
  const other = await paid([{ minor: 30_000, mode: 'GPay' }])
  expect(await find(cash)).toMatchObject({
    net_charges: 1000,
    paid: 600,
    cash: 400,
    hidden_discount: 0,
    reason: '',
  })
  expect(await find(other)).toBeUndefined()
})

test('a discount is separate from receipts, balance and invoice and changes none of them', async () => {
  const id = await paid([{ minor: 60_000 }])
  const moneyOf = () =>
    askAdmin(
      server,
      'select received, refunded, net_charges, discount, payment_status, rev from visit where id = $1',
      [id],
    )
  const before = await moneyOf()
  const given = await give(manager, [{ appt_id: id, hidden_discount: 150.5, seen: 0 }])
  expect(given.status).toBe(200)
  expect(await find(id)).toMatchObject({ hidden_discount: 150.5, reason: 'Goodwill of the director' })
  expect(await moneyOf()).toEqual(before)
  const { data, totals } = (await manager.get(`${PHP}report/salesInvoices`, { ...range, ps: '1000' })).body
    .result
  expect(data.find((row: { id: string }) => row.id === id)).toMatchObject({
    hidden_discount: 150.5,
    paid: 600,
  })
  expect(totals.hidden_discount).toBeGreaterThanOrEqual(150.5)
  // A second one replaces it; the first stays on record.
  await give(manager, [{ appt_id: id, hidden_discount: 100, seen: 150.5 }], 'Corrected')
  expect(await find(id)).toMatchObject({ hidden_discount: 100, reason: 'Corrected' })
  const records = await askAdmin(
    server,
    'select 1 from hidden_discount where client_id = $1 and visit_id = $2',
    [CLIENT, id],
  )
  expect(records).toHaveLength(2)
  const audits = await askAdmin(
    server,
    `select 1 from audit_trail where client_id = $1 and action = 'set_hidden_discount' and record_id = $2`,
    [CLIENT, id],
  )
  expect(audits).toHaveLength(2)
})

test('is refused over the cash received, without a reason, with three decimals of a rupee, and where nothing changes', async () => {
  const id = await paid([{ minor: 60_000 }, { minor: 40_000, mode: 'GPay' }])
  const record = (hidden_discount: number) => [{ appt_id: id, hidden_discount, seen: 0 }]
  expect((await give(manager, record(600.01))).body.message).toContain('more than the cash received')
  expect((await give(manager, record(10), '  ')).body.code).toBe('reason_needed')
  expect((await give(manager, record(10.005))).body.fields).toEqual({
    'records.0.hidden_discount': 'has at most 2 decimals',
  })
  expect((await give(manager, record(-1))).status).toBe(400)
  expect((await give(manager, record(0))).body.message).toBe('You have not changed any record')
  expect(await find(id)).toMatchObject({ hidden_discount: 0 })
})

test('applies to all or none, and is a conflict if another user has changed it', async () => {
  const [first, second] = [await paid([{ minor: 60_000 }]), await paid([{ minor: 60_000 }])]
  const both = [
    { appt_id: first, hidden_discount: 10, seen: 0 },
    { appt_id: second, hidden_discount: 900, seen: 0 },
  ]
  expect((await give(manager, both)).status).toBe(422)
  expect(await find(first)).toMatchObject({ hidden_discount: 0 })
  await give(administrator, [{ appt_id: first, hidden_discount: 20, seen: 0 }])
  const late = await give(manager, [{ appt_id: first, hidden_discount: 30, seen: 0 }])
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
})

test('needs the right and the module, and reaches no other client', async () => {
  const id = await paid([{ minor: 60_000 }])
  const reception = await server.signIn('reception.andheri')
  expect((await reception.get('/api/appt/cashPaidVisits', range)).body.code).toBe('not_permitted')
  expect((await give(reception, [{ appt_id: id, hidden_discount: 1, seen: 0 }])).body.code).toBe(
    'not_permitted',
  )
  expect((await manager.get('/api/appt/cashPaidVisits', { ...range, branch_id: SALMIYA })).status).toBe(404)
  const kuwait = await server.signIn('admin.alnoor')
  expect([404, 422]).toContain((await give(kuwait, [{ appt_id: id, hidden_discount: 1, seen: 0 }])).status)
  expect(await find(id)).toMatchObject({ hidden_discount: 0 })
})
