import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AL_NOOR } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { feedOf } from '../reports/report-fixture.ts'
import {
  ANDHERI,
  CLIENT,
  cash,
  KOTHRUD,
  moneyOf,
  numbersOf,
  pay,
  payLater,
  putVisit,
  SALMIYA,
} from './money-fixture.ts'

let server: DemoServer
const desks = new Map<string, ApiUser>()
const desk = (name: string) => desks.get(name) as ApiUser
const NAMES = [
  'desk.andheri',
  'reception.andheri',
  'reception.kothrud',
  'tech.andheri',
  'admin.sanjeevani',
  'reception.salmiya',
]

beforeAll(async () => {
  server = await openDemo()
  for (const name of NAMES) desks.set(name, await server.signIn(name))
})
afterAll(() => server.close())

const scheme = async () => {
  const id = mintId()
  await askAdmin(server, `insert into payment_type_scheme (client_id, id, name) values ($1, $2, $3)`, [
    CLIENT,
    id,
    `Star Health ${id}`,
  ])
  return id
}

test('a split payment is one action with consecutive numbers, and the visit is paid', async () => {
  const visit = await putVisit(server)
  const answer = await pay(
    desk('desk.andheri'),
    visit,
    cash(400.5),
    { mode: 'Credit_Card', amount: 499.5, ref_no: 'A-17' },
    { mode: 'Insurance', amount: 100, pay_scheme_id: await scheme() },
  )
  expect(answer.status).toBe(200)
  const { receipts, visit: row } = answer.body.result
  const numbers = receipts.map((one: { receipt_no: string }) => Number(one.receipt_no.slice(1)))
  expect(numbers).toEqual([numbers[0], numbers[0] + 1, numbers[0] + 2])
  expect(receipts[2].payment_type_scheme).toMatch(/^Star Health/)
  expect(row).toMatchObject({ paid: 1000, balance: 0, payment_status: 'Paid' })
  expect(await moneyOf(server, visit)).toMatchObject({ received: 1000, payment_status: 'Paid', flags: [] })
  const ids = receipts.map(({ id }: { id: string }) => id)
  const feed = await feedOf(server, visit, ...ids)
  expect(new Set(feed.map(({ scope }) => scope))).toEqual(new Set([`visits:${ANDHERI}`]))
  expect(feed.filter(({ type }) => type === 'receipt')).toHaveLength(3)
  const audited = (await readAudit(server, CLIENT, 'receipt')).filter(({ record_id }) =>
    ids.includes(record_id),
  )
  expect(audited.map(({ action }) => action)).toEqual(['receive', 'receive', 'receive'])
})

test('the studies of a visit have its payment status, and their copies are fetched again; no other study changes', async () => {
  const visit = await putVisit(server)
  const free = await askAdmin<{ id: string }>(
    server,
    `select id from study where client_id = $1 and hidden is null and visit_service_id is null order by id limit 2`,
    [CLIENT],
  )
  const [own, other] = free.map(({ id }) => id)
  await askAdmin(
    server,
    `update study set payment_status = 'Pending',
       visit_service_id = case when id = $1 then (select id from visit_service where visit_id = $2) end
     where id in ($1, $3)`,
    [own, visit, other],
  )
  const statuses = async () => {
    const rows = await askAdmin<{ id: string; payment_status: string; rev: number }>(
      server,
      'select id, payment_status, rev::int from study where id in ($1, $2)',
      [own, other],
    )
    return [own, other].map((id) => rows.find((row) => row.id === id))
  }
  const before = await statuses()
  await pay(desk('desk.andheri'), visit, cash(400))
  const partly = await statuses()
  expect(partly.map((row) => row?.payment_status)).toEqual(['Partial_Paid', 'Pending'])
  await pay(desk('desk.andheri'), visit, cash(600))
  const after = await statuses()
  expect(after.map((row) => row?.payment_status)).toEqual(['Paid', 'Pending'])
  expect(after.map((row, at) => (row?.rev ?? 0) - (before[at]?.rev ?? 0))).toEqual([2, 0])
})

test.each([
  ['over the balance', [cash(1000.01)], 'over_balance'],
  [
    'two modes that are over the balance together',
    [cash(600), { mode: 'GPay', amount: 400.01 }],
    'over_balance',
  ],
  ['zero', [cash(0)], 'invalid'],
  ['a negative amount', [cash(-5)], 'invalid'],
  ['three decimals in rupees', [cash(10.005)], 'invalid'],
  ['a mode that does not exist', [{ mode: 'Gold', amount: 1 }], 'invalid'],
  ['insurance without a scheme', [{ mode: 'Insurance', amount: 1 }], 'invalid'],
  [
    'insurance by a scheme that is not there',
    [{ mode: 'Insurance', amount: 1, pay_scheme_id: mintId() }],
    'invalid',
  ],
  ['no mode at all', [], 'invalid'],
])('%s is refused, and nothing of it is stored', async (_what, rows, code) => {
  const visit = await putVisit(server)
  const before = await numbersOf(server, ANDHERI)
  const answer = await pay(desk('desk.andheri'), visit, ...rows)
  expect(answer.body.code).toBe(code)
  expect(await numbersOf(server, ANDHERI)).toEqual(before)
  expect(await moneyOf(server, visit)).toMatchObject({ received: 0, payment_status: 'Pending' })
})

test('messages and fields of refusals match the specification', async () => {
  const visit = await putVisit(server)
  const over = await pay(desk('desk.andheri'), visit, cash(1001))
  expect([over.status, over.body.message]).toEqual([422, 'You can not receive more than balance!'])
  const insurance = await pay(desk('desk.andheri'), visit, { mode: 'Insurance', amount: 1 })
  expect(insurance.body.message).toBe('Select Insurance!')
  const fine = await desk('desk.andheri').post(`${PHP}appt/createReceipt`, {
    appt_id: visit,
    mode: 'Cash',
    amount: 1.005,
  })
  expect(fine.body.fields).toEqual({ amount: 'has at most 2 decimals' })
})

test('a dinar has three decimals', async () => {
  const visit = await putVisit(server, { client: AL_NOOR.id, branch: SALMIYA, net: 12.345 })
  const maria = desk('reception.salmiya')
  expect((await pay(maria, visit, cash(12.3456))).body.code).toBe('invalid')
  const answer = await pay(maria, visit, cash(12.344))
  expect(answer.body.result.visit).toMatchObject({
    paid: 12.344,
    balance: 0.001,
    payment_status: 'Partial_Paid',
  })
})

test('of two desks that take the same balance at once one is refused, and the books match', async () => {
  const visit = await putVisit(server)
  const answers = await Promise.all([
    pay(desk('desk.andheri'), visit, cash(1000)),
    pay(desk('reception.andheri'), visit, cash(1000)),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
  expect(await moneyOf(server, visit)).toMatchObject({ received: 1000, payment_status: 'Paid' })
})

test('numbers have no gap after refusals and under twenty simultaneous payments', async () => {
  const visits = await Promise.all(Array.from({ length: 20 }, () => putVisit(server, { net: 100 })))
  const answers = await Promise.all(
    visits.map((visit, at) =>
      pay(desk(at % 2 ? 'desk.andheri' : 'reception.andheri'), visit, cash(at % 5 === 0 ? 101 : 100)),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(16)
  const numbers = await numbersOf(server, ANDHERI)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => (numbers[0] ?? 1) + at))
})

test('the same payment sent twice is one, and another amount under its id is refused', async () => {
  const visit = await putVisit(server)
  const row = { id: mintId(), ...cash(300) }
  expect((await pay(desk('desk.andheri'), visit, row)).status).toBe(200)
  const again = await pay(desk('desk.andheri'), visit, row)
  expect([again.status, again.body.result.visit.paid]).toEqual([200, 300])
  expect((await pay(desk('desk.andheri'), visit, { ...row, amount: 200 })).body.code).toBe('id_reused')
  expect((await pay(desk('reception.andheri'), visit, row)).body.code).toBe('id_reused')
})

test('with a referral scheme the desk takes at most the patient’s share', async () => {
  const visit = await putVisit(server, { share: 40 })
  expect((await pay(desk('desk.andheri'), visit, cash(400.01))).body.code).toBe('over_balance')
  const answer = await pay(desk('desk.andheri'), visit, cash(400))
  expect(answer.body.result.visit).toMatchObject({ paid: 400, balance: 600, payment_status: 'Partial_Paid' })
})

test('a cancelled visit accepts no receipt', async () => {
  const visit = await putVisit(server, { status: 12 })
  expect((await pay(desk('desk.andheri'), visit, cash(1))).body.code).toBe('refused')
})

test('a mode that the client hides is refused', async () => {
  await askAdmin(
    server,
    `insert into client_setting (client_id, hidden_payment_modes) values ($1, '{PayTM}')
     on conflict (client_id) do update set hidden_payment_modes = '{PayTM}'`,
    [CLIENT],
  )
  const answer = await pay(desk('desk.andheri'), await putVisit(server), { mode: 'PayTM', amount: 1 })
  expect(answer.body.fields).toEqual({ 'receipts.0.mode': 'is not offered here' })
})

test('money taken offline is recorded over the balance, flagged, and once', async () => {
  const visit = await putVisit(server)
  await pay(desk('reception.andheri'), visit, cash(900))
  const { answer, command, device_id } = await payLater(
    desk('desk.andheri'),
    visit,
    { ...cash(100), provisional_no: 'FD2-1121-231502A' },
    { mode: 'GPay', amount: 50, provisional_no: 'FD2-1121-231502B' },
  )
  expect([answer.status, answer.flags]).toEqual([200, ['unallocated']])
  expect(answer.body.result.receipts.map((one) => one.is_unallocated)).toEqual([0, 1])
  expect(await moneyOf(server, visit)).toMatchObject({ received: 1050, flags: ['unallocated'] })
  const again = await desk('desk.andheri').post('sync/commands', { device_id, commands: [command] })
  expect(again.body.answers[0]).toMatchObject({ status: 200, replayed: true })
  const rekeyed = { ...command, id: mintId() }
  await desk('desk.andheri').post('sync/commands', { device_id, commands: [rekeyed] })
  expect(await moneyOf(server, visit)).toMatchObject({ received: 1050 })
})

test.each([
  ['reception.kothrud', 'not_found'],
  ['reception.salmiya', 'not_found'],
  ['tech.andheri', 'not_permitted'],
])('%s paying for a visit of Andheri gets %s', async (who, code) => {
  const answer = await pay(desk(who), await putVisit(server), cash(1))
  expect(answer.body.code).toBe(code)
})

test('branches number their receipts separately', async () => {
  const before = (await numbersOf(server, KOTHRUD)).length
  const visit = await putVisit(server, { branch: KOTHRUD })
  const answer = await pay(desk('reception.kothrud'), visit, cash(1))
  expect(answer.body.result.receipts[0].receipt_no).toBe(`R${String(before + 1).padStart(6, '0')}`)
})

/** Sends a payment as the outbox does; `supersedes` names the refused one that it corrects. */
async function bring(appt_id: string, receipts: object[], supersedes?: string[]) {
  const id = mintId()
  const command = { id, call: 'appt/createReceipts', version: 1, input: { appt_id, receipts } }
  const send = async () => {
    const at = new Date().toISOString()
    const { body } = await desk('desk.andheri').post('sync/commands', {
      device_id: '01990000-0000-7000-8000-000000000000',
      commands: [{ ...command, at, made_offline: true, ...(supersedes && { supersedes }) }],
    })
    return body.answers[0]
  }
  return { id, send, answer: await send() }
}
const countReceipts = async (visit: string) =>
  (await askAdmin(server, 'select 1 from receipt where visit_id = $1', [visit])).length

test('a corrected payment counts once, and a late copy of the refused one never counts', async () => {
  const visit = await putVisit(server)
  const id = mintId()
  const insurance = { id, mode: 'Insurance', amount: 400, pay_scheme_id: mintId() }
  const first = await bring(visit, [insurance])
  expect(first.answer.status).toBe(400)
  const second = await bring(visit, [{ id, mode: 'Cash', amount: 450 }], [first.id])
  expect(second.answer.status).toBe(200)
  expect((await first.send()).body.code).toBe('voided')
  expect((await second.send()).replayed).toBe(true)
  expect(await countReceipts(visit)).toBe(1)
  expect(await moneyOf(server, visit)).toMatchObject({ received: 450 })
})

test('a correction of a payment that was recorded after all does not record it twice', async () => {
  const visit = await putVisit(server)
  const id = mintId()
  const first = await bring(visit, [{ id, mode: 'Cash', amount: 400 }])
  expect(first.answer.status).toBe(200)
  const other = [{ id, mode: 'Credit_Card', amount: 500 }]
  const late = await bring(visit, other, [first.id])
  expect(late.answer.ran).toBe(first.id)
  // The device repeats it automatically (src/sync/outbox/settle/rebase-command.ts): its receipt exists already.
  const anew = await bring(visit, other)
  expect([anew.answer.status, anew.answer.body.code]).toEqual([422, 'id_reused'])
  expect(await countReceipts(visit)).toBe(1)
})
