import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommissionRow } from '#contract/calls/referral-commissions.ts'
import {
  demandReferrersFree,
  demandRemovable,
} from '#server/features/visits/public/prices/commission-guards.ts'
import type { Caller } from '#server/kernel/context.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT } from '../sales/books.ts'
import { DAY, giveCommission, listed, schemeVisit, settle, storedMoney } from './settlement-fixture.ts'

let server: DemoServer
let manager: ApiUser
let administrator: ApiUser
beforeAll(async () => {
  server = await openDemo()
  manager = await server.signIn('manager.andheri')
  administrator = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const mode = 'Commission'
const rowOf = async (line: string): Promise<CommissionRow | undefined> => {
  const { body } = await manager.get(`${PHP}report/referralCommissions`, {
    from_date: DAY,
    to_date: DAY,
    ps: '1000',
  })
  return body.result.data.find(({ id }: CommissionRow) => id === line)
}
const cancel = (desk: ApiUser, id: string, appt_id: string) =>
  desk.post(`${PHP}appt/cancelReceipt`, { id, appt_id, reason: 'A mistake.' })

test('marks the commission of the lines as used, and it is settled by that', async () => {
  const visit = await schemeVisit(server)
  const line = await giveCommission(server, visit, 10)
  expect(await listed(manager, visit)).toMatchObject([{ rest: 600, commission: 100 }])
  const { status, body } = await settle(manager, [{ appt_id: visit, amount: 100 }], { mode })
  expect(status).toBe(200)
  expect(body.result.receipts).toMatchObject([{ mode, amount: 100 }])
  expect(await rowOf(line)).toMatchObject({
    commission: 100,
    commission_status: 'Settled',
    is_used: true,
    used_amount: 100,
    to_pay: 0,
  })
  // Nothing of it is open: it can be neither used nor settled a second time.
  expect(await listed(manager, visit)).toMatchObject([{ rest: 500, commission: 0 }])
  const again = await settle(administrator, [{ appt_id: visit, amount: 1 }], { mode })
  expect([again.status, again.body.code]).toEqual([422, 'over_balance'])
  const settled = await manager.post(`${PHP}report/markReferralCommissionSettled`, {
    data: [{ id: line, ref_doctor_type: 'Hospital' }],
  })
  expect(settled.body.message).toContain('is already settled')
})

test('is not cash: it has its own mode and never counts as a drawer’s cash', async () => {
  const visit = await schemeVisit(server)
  await giveCommission(server, visit, 10)
  const day = '2026-11-21'
  const drawer = async () =>
    (await manager.get(`${PHP}dayclose/drawer`, { branch_id: ANDHERI, day })).body.result
  const before = await drawer()
  await settle(manager, [{ appt_id: visit, amount: 60 }], { mode })
  await settle(manager, [{ appt_id: visit, amount: 25 }], { mode: 'Cash' })
  const after = await drawer()
  const netOf = ({ modes }: typeof after, name: string) =>
    modes.find((one: { mode: string }) => one.mode === name)?.net ?? 0
  expect(after.recorded_cash - before.recorded_cash).toBeCloseTo(25)
  expect(netOf(after, mode) - netOf(before, mode)).toBeCloseTo(60)
})

test('refuses more than the commission neither settled nor used', async () => {
  const visit = await schemeVisit(server)
  const line = await giveCommission(server, visit, 10)
  const over = await settle(manager, [{ appt_id: visit, amount: 100.01 }], { mode })
  expect([over.status, over.body.code]).toEqual([422, 'over_balance'])
  expect(over.body.message).toContain('neither settled nor used')
  await manager.post(`${PHP}report/markReferralCommissionSettled`, {
    data: [{ id: line, ref_doctor_type: 'Hospital' }],
  })
  expect((await settle(manager, [{ appt_id: visit, amount: 1 }], { mode })).status).toBe(422)
  expect(await storedMoney(server, visit)).toMatchObject({ settled: 0 })
})

test('leaves the rest of a commission pending if less was owed, and it does not change', async () => {
  const visit = await schemeVisit(server, { share: 95, money: [] })
  const line = await giveCommission(server, visit, 10)
  const { body } = await settle(manager, [{ appt_id: visit, amount: 50 }], { mode })
  const key = { id: line, ref_doctor_type: 'Hospital' }
  expect(await rowOf(line)).toMatchObject({
    commission_status: 'Pending',
    commission: 100,
    used_amount: 50,
    to_pay: 50,
  })
  const edited = await manager.post(`${PHP}report/updateReferralCommission`, { ...key, commission: 70 })
  expect(edited.body.message).toContain('its amount is fixed')
  await giveCommission(server, visit, 3)
  expect(await rowOf(line)).toMatchObject({ commission: 100 })
  // After the rest is paid out, the receipt stays.
  await manager.post(`${PHP}report/markReferralCommissionSettled`, { data: [key] })
  expect((await cancel(manager, body.result.receipts[0].id, visit)).body.message).toContain('settled since')
})

test('a partly used commission is not used by a second settlement', async () => {
  const visit = await schemeVisit(server)
  const line = await giveCommission(server, visit, 10)
  await settle(manager, [{ appt_id: visit, amount: 60 }], { mode })
  expect(await listed(manager, visit)).toMatchObject([{ rest: 540, commission: 0 }])
  const again = await settle(manager, [{ appt_id: visit, amount: 10 }], { mode })
  expect([again.status, again.body.code]).toEqual([422, 'over_balance'])
  expect(await rowOf(line)).toMatchObject({ commission_status: 'Pending', used_amount: 60 })
})

test('a cancelled receipt releases its commission', async () => {
  const visit = await schemeVisit(server)
  const line = await giveCommission(server, visit, 10)
  const { body } = await settle(manager, [{ appt_id: visit, amount: 100 }], { mode })
  expect((await cancel(manager, body.result.receipts[0].id, visit)).status).toBe(200)
  expect(await rowOf(line)).toMatchObject({ commission_status: 'Pending', is_used: false, used_amount: 0 })
  expect(await listed(manager, visit)).toMatchObject([{ rest: 600, commission: 100 }])
  expect((await settle(manager, [{ appt_id: visit, amount: 100 }], { mode })).status).toBe(200)
})

test('one of two desks that use one commission at once is refused', async () => {
  const visit = await schemeVisit(server)
  const line = await giveCommission(server, visit, 10)
  const answers = await Promise.all([
    settle(manager, [{ appt_id: visit, amount: 100 }], { mode }),
    settle(administrator, [{ appt_id: visit, amount: 100 }], { mode }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await rowOf(line)).toMatchObject({ used_amount: 100 })
})

test('requires the right to the commission report, which also shows the amounts', async () => {
  const visit = await schemeVisit(server)
  await giveCommission(server, visit, 10)
  const reception = await server.signIn('reception.andheri')
  expect(await listed(reception, visit)).toMatchObject([{ rest: 600, commission: null }])
  expect((await settle(reception, [{ appt_id: visit, amount: 10 }], { mode })).body.code).toBe(
    'not_permitted',
  )
  expect((await settle(reception, [{ appt_id: visit, amount: 10 }])).status).toBe(200)
})

test('a service with an offset commission stays in its visit, with its referrer', async () => {
  const [free, edited, used] = [
    await schemeVisit(server),
    await schemeVisit(server),
    await schemeVisit(server),
  ]
  const lines = [
    await giveCommission(server, free, 10),
    await giveCommission(server, edited, 10),
    await giveCommission(server, used, 10),
  ]
  const hospital = { ref_doctor_type: 'Hospital', commission: 70 }
  await manager.post(`${PHP}report/updateReferralCommission`, { id: lines[1], ...hospital })
  await settle(manager, [{ appt_id: used, amount: 100 }], { mode })
  await server.db.database.tenant(CLIENT, async (tx) => {
    const caller = { clientId: CLIENT } as unknown as Caller
    expect([...(await demandRemovable({ tx, caller }, lines.slice(0, 2)))]).toEqual([lines[1]])
    await expect(demandRemovable({ tx, caller }, lines)).rejects.toThrow('was set off')
    await demandReferrersFree({ tx, caller }, lines.slice(0, 2))
    await expect(demandReferrersFree({ tx, caller }, lines)).rejects.toThrow('its referrer stays')
  })
})
