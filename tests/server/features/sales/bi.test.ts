import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoId } from '#server/features/demo/random.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, departmentsOf, KOTHRUD, putVisits, QUIET_DAY } from './books.ts'

let server: DemoServer
let admin: ApiUser
let machine: string
const DOCTOR = demoId('user', 'ref.bhat')
const RANGE = { from_date: QUIET_DAY, to_date: QUIET_DAY }

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  const [found] = await askAdmin<{ id: string }>(
    server,
    'select id from machine where branch_id = $1 order by name limit 1',
    [ANDHERI],
  )
  machine = found?.id ?? ''
  const department = (await departmentsOf(server)).get('MRI') ?? ''
  const start = new Date(`${QUIET_DAY}T06:00:00Z`)
  const lines = [
    { charges: 700_000, department, machine, scanned: true },
    { charges: 100_000, department, machine },
    { charges: 50_000, department },
    { charges: 90_000, department, machine, cancelled: true },
  ]
  await putVisits(server, [
    { start: new Date('2019-01-01T06:00:00Z'), patient: 0, lines: [{ charges: 1 }] },
    { start, patient: 0, lines, refDr: DOCTOR, money: [{ minor: 300_000, day: QUIET_DAY }] },
    { start, patient: 1, lines: [{ charges: 10_000, department, machine }] },
    { start, patient: 1, branch: KOTHRUD, lines: [{ charges: 20_000 }] },
    // One booked without arrival, one cancelled after its start: neither is a case.
    { start, patient: 2, status: 1, lines: [{ charges: 10_000, machine }] },
    { start, patient: 3, status: 12, isStarted: true, lines: [{ charges: 10_000, machine }] },
  ])
})
afterAll(() => server.close())

const bi = async (call: string, more: Record<string, string> = {}) =>
  (await admin.get(`${PHP}bi/${call}`, { ...RANGE, ...more })).body.result
const services = async (more: Record<string, string>) =>
  (await admin.get(`${PHP}report/salesServices`, { ...RANGE, ...more })).body.result.totals
const visits = async (more: object) =>
  (await admin.post(`${PHP}report/visits`, { ...RANGE, ...more })).body.result.totals.visits

test('cases are active examinations of started visits, and each machine’s cases open its services', async () => {
  const { machines, ...all } = await bi('serviceCasesSummary')
  expect(all).toEqual({ cases: 5, ongoing: 4, completed: 1 })
  expect(machines).toMatchObject([
    { machine_id: machine, cases: 3, ongoing: 2, completed: 1, branch_id: ANDHERI },
    { machine_id: null, cases: 2, ongoing: 2, completed: 0 },
  ])
  expect(await bi('machineCasesSummary')).toEqual(machines)
  expect((await services({ cases: 'Ongoing' })).visits).toBe(4)
  expect((await services({ cases: 'Completed', machine_id: machine })).visits).toBe(1)
  expect((await services({ cases: 'All', machine_id: '0' })).visits).toBe(2)
})

test('a patient is new once, at any branch, and the lists of both kinds have the same number of visits', async () => {
  expect(await bi('patientVisitNewRepeated')).toEqual({ new: 1, repeated: 2, visits: 3 })
  expect(await visits({ is_started: 'Y', patient_visit: 'New' })).toBe(1)
  expect(await visits({ is_started: 'Y', patient_visit: 'Repeated' })).toBe(2)
})

test('visits by gender add up to all visits, and each opens its list', async () => {
  const { male, female, other, visits: all } = await bi('patientVisitGenderWise')
  expect(male + female + other).toBe(all)
  expect(all).toBe(3)
  for (const [gender, count] of Object.entries({ Male: male, Female: female, Other: other }))
    expect(await visits({ is_started: 'Y', gender })).toBe(count)
})

test('cases by referrer use the referrer of the service, and open its services', async () => {
  const { referrers, others } = await bi('refDrCasesSummary', { dr_type: 'Doctor' })
  expect(referrers).toMatchObject([
    { ref_dr_id: DOCTOR, cases: 3, visits: 1, net_charges: 8_500 },
    { ref_dr_id: null, name: '', cases: 2, visits: 2, net_charges: 300 },
  ])
  expect(others.referrers).toBe(0)
  expect((await services({ cases: 'All', ref_dr_id: DOCTOR })).net_charges).toBe(8_500)
  expect((await services({ cases: 'All', ref_dr_id: '0' })).net_charges).toBe(300)
  expect((await admin.get(`${PHP}bi/refDrCasesSummary`, { ...RANGE, dr_type: 'Nurse' })).status).toBe(400)
})

test('BI requires its own right, and the sales report another', async () => {
  const desk = await server.signIn('reception.andheri')
  for (const call of ['bi/paymentReceivedSummary', 'report/salesCollectionSummary', 'report/salesReceipts'])
    expect((await desk.get(PHP + call, RANGE)).body.code).toBe('not_permitted')
  const manager = await server.signIn('manager.andheri')
  expect((await manager.get(`${PHP}bi/paymentReceivedSummary`, RANGE)).body.result.total).toBe(3_000)
  expect(
    (await manager.get(`${PHP}bi/paymentReceivedSummary`, { ...RANGE, branch_id: KOTHRUD })).status,
  ).toBe(404)
})

test('an invoice names its services, modes and referrers; an export is recorded in the trail', async () => {
  const { body } = await admin.get(`${PHP}report/salesInvoices`, {
    ...RANGE,
    forCsv: 'T',
    branch_id: ANDHERI,
  })
  const row = body.result.data.find((one: { ref_dr_id: string }) => one.ref_dr_id === DOCTOR)
  expect(row).toMatchObject({
    charges: 8_500,
    paid: 3_000,
    balance: 5_500,
    refund: 0,
    payment_status: 'Partial_Paid',
  })
  expect(row.services).toHaveLength(3)
  expect(row.modes_received).toEqual([{ mode: 'Cash', amount: 3_000 }])
  expect(row.referred_by).toEqual(row.referred_by_dr)
  expect(row.referred_by_dr).toHaveLength(1)
  expect(body.payment_modes_used).toEqual(['Cash'])
  const lines = await askAdmin<{ n: number }>(
    server,
    `select count(*)::int as n from audit_trail where action = 'export' and type = 'invoice'`,
  )
  expect(lines[0]?.n).toBe(1)
})
