import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../../open-demo.ts'
import { personId } from '../../reports/report-fixture.ts'
import {
  ANDHERI,
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  KOTHRUD,
  machineOf,
  openBookingFixture,
  save,
  serviceOf,
  type Wish,
} from '../booking-fixture.ts'

const BHAT = personId('ref.bhat')
let server: DemoServer
let admin: ApiUser
let front: BookingFixture
let hours = 0

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  front = await openBookingFixture(server)
  await askAdmin(
    server,
    `update service set charges = 7000, branches = jsonb_build_object($2::text, 6300) where id = $1`,
    [serviceOf('MR-KNEE'), KOTHRUD],
  )
  const agreed = { branch_id: ANDHERI, service_id: serviceOf('MR-KNEE'), charges: 5, charges_type: 'Percent' }
  const rows = [{ ...agreed, service_charges: 5500 }]
  const saved = await admin.post(`${PHP}master/saveRefDrCommServiceWise`, {
    ref_dr_id: BHAT,
    hospital_id: '0',
    rows,
  })
  expect(saved.status).toBe(200)
})
afterAll(() => server.close())

const wished = (wish: Wish = {}) => bookingOf(front, { start: freeTime((hours += 1) * 60), ...wish })
async function listOf(visitId: string): Promise<number | null | undefined> {
  const [row] = await askAdmin<{ list: number | null }>(
    server,
    'select list_charges::float8 as list from visit_service where visit_id = $1',
    [visitId],
  )
  return row?.list
}
async function percentOf(visitId: string): Promise<number | null | undefined> {
  const [row] = await askAdmin<{ percent: number | null }>(
    server,
    'select head_percent::float8 as percent from visit where id = $1',
    [visitId],
  )
  return row?.percent
}

test('a line stores its list price: of the service, the branch, or the referrer', async () => {
  const cheap = wished({ charges: { 'MR-KNEE': 4000 }, more: { change_reason: 'A colleague' } })
  expect(await listOf((await booked(admin, cheap)).id)).toBe(7000)
  const atKothrud = wished({ branch: KOTHRUD, machine: machineOf('MRI 1', KOTHRUD) })
  expect(await listOf((await booked(admin, atKothrud)).id)).toBe(6300)
  expect(await listOf((await booked(admin, wished({ refDr: BHAT }))).id)).toBe(5500)
})

test('a line’s list price stays when the list changes, and changes with the referrer', async () => {
  const booking = wished()
  const visit = await booked(admin, booking)
  await askAdmin(server, 'update service set charges = 8000 where id = $1', [serviceOf('MR-KNEE')])
  const edited = await booked(admin, { ...booking, rev: visit.rev })
  expect(await listOf(visit.id)).toBe(7000)
  const [department] = booking.departments
  if (!department) throw new Error('the booking has a department')
  const referred = { ...booking, departments: [{ ...department, ref_dr_id: BHAT }] }
  await booked(admin, { ...referred, rev: edited.rev })
  expect(await listOf(visit.id)).toBe(5500)
  await askAdmin(server, 'update service set charges = 7000 where id = $1', [serviceOf('MR-KNEE')])
})

test('a service of the chosen package has no list price of its own, a service outside it has', async () => {
  const [row] = await askAdmin<{ id: string }>(
    server,
    'select id from package where client_id = $1 and active and hidden is null limit 1',
    [CLIENT],
  )
  if (!row) throw new Error('the demo sells a package')
  const inPackage = async () => listOf((await booked(admin, wished({ more: { package_id: row.id } }))).id)
  expect(await inPackage()).toBe(7000)
  await askAdmin(
    server,
    `insert into package_service (client_id, package_id, service_id, place, charges) values ($1, $2, $3, 99, 1)`,
    [CLIENT, row.id, serviceOf('MR-KNEE')],
  )
  expect(await inPackage()).toBeNull()
})

test('the discount head’s percentage stays as it was when the head was chosen', async () => {
  const heads = await askAdmin<{ id: string; percent: number }>(
    server,
    `select id, percent::float8 as percent from discount_head
     where client_id = $1 and active and hidden is null and percent > 0 order by percent limit 2`,
    [CLIENT],
  )
  const [first, second] = heads
  if (!first || !second) throw new Error('the demo has two discount heads')
  const booking = wished({ more: { discount_head_id: first.id } })
  const visit = await booked(admin, booking)
  expect(await percentOf(visit.id)).toBe(first.percent)
  await askAdmin(server, 'update discount_head set percent = percent + 1 where id = $1', [first.id])
  const same = await booked(admin, { ...booking, rev: visit.rev })
  expect(await percentOf(visit.id)).toBe(first.percent)
  const other = await booked(admin, { ...booking, rev: same.rev, discount_head_id: second.id })
  expect(await percentOf(visit.id)).toBe(second.percent)
  expect((await save(admin, { ...booking, rev: other.rev, discount_head_id: null })).status).toBe(200)
  expect(await percentOf(visit.id)).toBeNull()
})
