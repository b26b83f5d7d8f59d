import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { cash, pay, refund } from '../payments/money-fixture.ts'
import { ANDHERI, CLIENT, KOTHRUD, KUWAIT, MANAGER, SALMIYA } from '../sales/books.ts'
import { DAY, DOCTOR, HOSPITAL, listed, schemeVisit, settle, storedMoney } from './settlement-fixture.ts'

const ONE_PAYER = 'You can not settle amount for multiple Hospital/Doctor at once!'

let server: DemoServer
let manager: ApiUser
let administrator: ApiUser
beforeAll(async () => {
  server = await openDemo()
  manager = await server.signIn('manager.andheri')
  administrator = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const receiptsOf = (visit: string) =>
  askAdmin<{ amount: number; mode: string; receipt_no: string; settlement_id: string | null }>(
    server,
    `select amount::float, mode, receipt_no, settlement_id from receipt
     where client_id = $1 and visit_id = $2 order by created, receipt_no`,
    [CLIENT, visit],
  )

test('shows the payer of each invoice and the debts of patient and payer', async () => {
  const visit = await schemeVisit(server, { money: [{ minor: 30_000, day: DAY }] })
  expect(await listed(manager, visit)).toMatchObject([
    {
      appt_id: visit,
      payer_type: 'Hospital',
      payer_id: HOSPITAL,
      payer: 'Lilavati Emergency',
      net_charges: 1000,
      paid: 300,
      balance: 700,
      patient_balance: 100,
      rest: 600,
      commission: 0,
    },
  ])
})

test('writes one receipt per invoice with the payer and consecutive numbers, and the bills are settled', async () => {
  const visits = [await schemeVisit(server), await schemeVisit(server), await schemeVisit(server)]
  const id = mintId()
  const { status, body } = await settle(
    manager,
    visits.map((appt_id, at) => ({ appt_id, amount: at === 2 ? 100.5 : 600 })),
    { id },
  )
  expect([status, body.message, body.result.id]).toEqual([200, 'Settled', id])
  expect(body.result.receipts).toMatchObject(
    visits.map((appt_id) => ({
      appt_id,
      mode: 'Transfer',
      settlement_id: id,
      payer: 'Lilavati Emergency',
      business_day: '2026-11-21',
    })),
  )
  const numbers = body.result.receipts.map(({ receipt_no }: { receipt_no: string }) =>
    Number(receipt_no.slice(1)),
  )
  expect(numbers).toEqual([numbers[0], numbers[0] + 1, numbers[0] + 2])
  expect(await storedMoney(server, visits[0]!)).toEqual({
    received: 1000,
    settled: 600,
    payment_status: 'Paid',
  })
  expect(await storedMoney(server, visits[2]!)).toMatchObject({
    settled: 100.5,
    payment_status: 'Partial_Paid',
  })
  const audits = await askAdmin(
    server,
    `select 1 from audit_trail where client_id = $1 and action = 'settle_invoice' and detail->>'settlement_id' = $2`,
    [CLIENT, id],
  )
  expect(audits).toHaveLength(3)
})

test('accepts several branches at once, each with numbers of its own series', async () => {
  const here = await schemeVisit(server)
  const there = await schemeVisit(server, { branch: KOTHRUD })
  const { body } = await settle(administrator, [
    { appt_id: there, amount: 600 },
    { appt_id: here, amount: 600 },
  ])
  expect(body.result.receipts).toMatchObject([
    { appt_id: there, branch_id: KOTHRUD },
    { appt_id: here, branch_id: ANDHERI },
  ])
})

describe('the desk', () => {
  test('receives the patient’s part, whatever the hospital settled, and no more', async () => {
    const visit = await schemeVisit(server, { money: [] })
    expect((await settle(manager, [{ appt_id: visit, amount: 600 }])).status).toBe(200)
    expect((await pay(manager, visit, cash(400.01))).body.code).toBe('over_balance')
    expect((await pay(manager, visit, cash(400))).status).toBe(200)
    expect(await storedMoney(server, visit)).toMatchObject({ received: 1000, payment_status: 'Paid' })
    expect((await pay(manager, visit, cash(0.01))).body.code).toBe('over_balance')
  })

  test('refunds the patient’s payment and never the hospital’s', async () => {
    const visit = await schemeVisit(server)
    await settle(manager, [{ appt_id: visit, amount: 600 }])
    expect((await refund(manager, visit, cash(400.01))).body.code).toBe('over_received')
    expect((await refund(manager, visit, cash(400))).status).toBe(200)
    expect(await listed(manager, visit)).toMatchObject([{ rest: 0, patient_balance: 400, balance: 400 }])
  })

  test('undoes a settlement by cancelling its receipt, and the debt is restored', async () => {
    const visit = await schemeVisit(server)
    const { body } = await settle(manager, [{ appt_id: visit, amount: 600 }])
    const cancel = { id: body.result.receipts[0].id, appt_id: visit, reason: 'The cheque bounced.' }
    expect((await manager.post(`${PHP}appt/cancelReceipt`, cancel)).status).toBe(200)
    expect(await storedMoney(server, visit)).toEqual({
      received: 400,
      settled: 0,
      payment_status: 'Partial_Paid',
    })
    expect(await listed(manager, visit)).toMatchObject([{ rest: 600, patient_balance: 0 }])
  })

  test('shows the receipts with their payer, and the settled sum, in the visit as devices hold it', async () => {
    const visit = await schemeVisit(server)
    const { body } = await settle(manager, [{ appt_id: visit, amount: 600 }])
    const detail = (await manager.get(`${PHP}appt/detail/${visit}`)).body.result
    expect(detail.visit).toMatchObject({ paid: 1000, settled: 600 })
    expect(detail.receipts).toContainEqual(body.result.receipts[0])
  })
})

describe('refuses', () => {
  const refused = async (visits: string[], desk = manager) => {
    const { status, body } = await settle(
      desk,
      visits.map((appt_id) => ({ appt_id, amount: 10 })),
    )
    return [status, body.message] as const
  }

  test('two payers at once, with the exact message', async () => {
    const hospital = await schemeVisit(server)
    const doctor = await schemeVisit(server, { scheme: 'Doctor', refDr: DOCTOR })
    expect(await refused([hospital, doctor])).toEqual([422, ONE_PAYER])
    expect(await receiptsOf(hospital)).toHaveLength(1)
    expect(
      (await manager.post(`${PHP}report/schemeInvoices`, { ids: [hospital, doctor] })).body.message,
    ).toBe(ONE_PAYER)
  })

  test('an invoice that is paid, cancelled or without a scheme, by its visit number', async () => {
    const paid = await schemeVisit(server, { money: [{ minor: 100_000, day: DAY }] })
    expect(await refused([paid])).toEqual([422, `Visit B${paid} is paid already.`])
    const plain = await schemeVisit(server, { scheme: '', schemeId: null, share: 100 })
    expect(await refused([plain])).toEqual([422, `Visit B${plain} has no referral scheme.`])
    const cancelled = await schemeVisit(server, { status: 12 })
    expect(await refused([cancelled])).toEqual([422, `Visit B${cancelled} is cancelled.`])
  })

  test('more than the debt of the payer, all or none', async () => {
    const [first, second] = [await schemeVisit(server), await schemeVisit(server)]
    const { status, body } = await settle(manager, [
      { appt_id: first, amount: 600 },
      { appt_id: second, amount: 600.01 },
    ])
    expect([status, body.code]).toEqual([422, 'over_balance'])
    expect(body.message).toBe(`Visit B${second}: the amount is more than Lilavati Emergency owes.`)
    expect(await storedMoney(server, first)).toMatchObject({ settled: 0 })
  })

  test('three decimals of a rupee, nothing, one invoice twice, another mode and none', async () => {
    const visit = await schemeVisit(server)
    const of = async (amount: number, more = {}) =>
      (await settle(manager, [{ appt_id: visit, amount }], more)).body.fields
    expect(await of(10.005)).toEqual({ 'invoices.0.amount': 'has at most 2 decimals' })
    expect(await of(0)).toHaveProperty(['invoices.0.amount'])
    expect(await of(-5)).toHaveProperty(['invoices.0.amount'])
    expect(await of(10, { mode: 'Insurance' })).toHaveProperty('mode')
    expect(await of(10, { mode: undefined })).toHaveProperty('mode')
    const twice = [
      { appt_id: visit, amount: 10 },
      { appt_id: visit, amount: 10 },
    ]
    expect((await settle(manager, twice)).body.fields).toHaveProperty('invoices')
    expect((await settle(manager, [])).body.fields).toHaveProperty('invoices')
    expect(await storedMoney(server, visit)).toMatchObject({ settled: 0 })
  })

  test('users who may record no receipts, other branches, other clients, and clients without the module', async () => {
    const visit = await schemeVisit(server, { branch: KOTHRUD })
    expect((await refused([visit]))[0]).toBe(404)
    expect((await manager.post(`${PHP}report/schemeInvoices`, { ids: [visit] })).status).toBe(404)
    const technician = await server.signIn('tech.andheri')
    expect((await refused([visit], technician))[0]).toBe(422)
    const kuwait = await server.signIn('admin.alnoor')
    expect([404, 422]).toContain((await refused([visit], kuwait))[0])
    expect(await storedMoney(server, visit)).toMatchObject({ settled: 0 })
  })

  test('commission mode as an ordinary payment', async () => {
    const visit = await schemeVisit(server)
    const answer = await pay(manager, visit, { mode: 'Commission', amount: 1 })
    expect(answer.status).toBe(400)
  })
})

test('one of two desks that settle the same invoice at once is refused by its visit number', async () => {
  const [shared, other] = [await schemeVisit(server), await schemeVisit(server)]
  const answers = await Promise.all([
    settle(manager, [
      { appt_id: shared, amount: 600 },
      { appt_id: other, amount: 600 },
    ]),
    settle(administrator, [{ appt_id: shared, amount: 600 }]),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.body.message).toContain(`Visit B${shared}`)
  expect(await storedMoney(server, shared)).toMatchObject({ received: 1000, settled: 600 })
  const isManagers = answers[0].status === 200
  expect(await storedMoney(server, other)).toMatchObject({ settled: isManagers ? 600 : 0 })
})

test('a repeated settlement is the same one, even if both arrive at once', async () => {
  const visit = await schemeVisit(server)
  const id = mintId()
  const invoices = [{ appt_id: visit, amount: 200 }]
  const [first, second] = await Promise.all([
    settle(manager, invoices, { id }),
    settle(manager, invoices, { id }),
  ])
  const again = await settle(manager, invoices, { id })
  expect([first.status, second.body, again.body]).toEqual([200, first.body, first.body])
  expect(await storedMoney(server, visit)).toMatchObject({ settled: 200 })
  const other = await settle(manager, [{ appt_id: visit, amount: 100 }], { id })
  expect(other.body.code).toBe('id_reused')
  expect((await settle(manager, invoices, { id, ref_no: 'CHQ 7' })).body.code).toBe('id_reused')
  expect((await settle(administrator, invoices, { id })).body.code).toBe('id_reused')
})

test('an invoice of a locked month is settled today, and the month does not change', async () => {
  const visit = await schemeVisit(server)
  await askAdmin(
    server,
    `insert into month_lock (client_id, id, branch_id, month, version, totals, rows, sha256, locked_on, locked_by)
     values ($1, $2, $3, '2015-03-01', 1, '{}', 0, $4, $5, $6)`,
    [CLIENT, mintId(), ANDHERI, 'a'.repeat(64), server.clock.now, MANAGER],
  )
  const { status, body } = await settle(manager, [{ appt_id: visit, amount: 600 }])
  expect(status).toBe(200)
  expect(body.result.receipts).toMatchObject([{ business_day: '2026-11-21', belongs_day: null }])
})

test('dinars keep three decimals', async () => {
  const hospital = await askAdmin<{ id: string }>(
    server,
    'select id from app_user where client_id = $1 order by id limit 1',
    [KUWAIT],
  )
  const scheme = await askAdmin<{ id: string }>(
    server,
    'select id from ref_dr_scheme where client_id = $1 order by id limit 1',
    [KUWAIT],
  )
  await askAdmin(
    server,
    `update client set main_modules = array_append(main_modules, 'referral_scheme_settle')
     where id = $1 and not 'referral_scheme_settle' = any(main_modules)`,
    [KUWAIT],
  )
  const visit = await schemeVisit(server, {
    client: KUWAIT,
    branch: SALMIYA,
    decimals: 3,
    lines: [{ charges: 10_001 }],
    share: 50,
    money: [],
    schemeId: scheme[0]?.id ?? '',
    refHospital: hospital[0]?.id ?? '',
  })
  const desk = await server.signIn('admin.alnoor')
  expect(await listed(desk, visit)).toMatchObject([{ patient_balance: 5.001, rest: 5 }])
  expect((await settle(desk, [{ appt_id: visit, amount: 1.0005 }])).body.fields).toEqual({
    'invoices.0.amount': 'has at most 3 decimals',
  })
  expect((await settle(desk, [{ appt_id: visit, amount: 5.001 }])).body.code).toBe('over_balance')
  expect((await settle(desk, [{ appt_id: visit, amount: 4.999 }])).status).toBe(200)
  expect(await storedMoney(server, visit)).toMatchObject({ settled: 4.999 })
})

test('the list of receipts shows the hospital or doctor of a settlement', async () => {
  const visit = await schemeVisit(server)
  const { body } = await settle(manager, [{ appt_id: visit, amount: 200 }])
  const [{ id, payer }] = body.result.receipts
  const today = '2026-11-21'
  const list = await manager.get(`${PHP}report/salesReceipts`, {
    from_date: today,
    to_date: today,
    includeFutureReceipt: 'Y',
    ps: '1000',
  })
  const rows = list.body.result.data as { id: string; payer: string }[]
  expect(rows.find((row) => row.id === id)?.payer).toBe(payer)
  expect(payer).not.toBe('')
})
