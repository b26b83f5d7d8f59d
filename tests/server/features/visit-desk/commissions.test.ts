import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { personId } from '../reports/report-fixture.ts'
import {
  ANDHERI,
  type BookingFixture,
  booked,
  bookingOf,
  freeTime,
  openBookingFixture,
  serviceOf,
} from './booking-fixture.ts'

const BHAT = personId('ref.bhat')

let server: DemoServer
let desk: ApiUser
let platform: ApiUser
let front: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('desk.andheri')
  platform = await server.signIn('platform')
  front = await openBookingFixture(server)
  await askAdmin(
    server,
    "update app_user set ref_dr_is_commission = true, ref_dr_commission_on = 'Service' where id = $1",
    [BHAT],
  )
  const admin = await server.signIn('admin.sanjeevani')
  const agreed = {
    branch_id: ANDHERI,
    service_id: serviceOf('MR-KNEE'),
    charges: 12.5,
    charges_type: 'Percent',
    service_charges: null,
  }
  const rows = { ref_dr_id: BHAT, hospital_id: '0', rows: [agreed] }
  const saved = await admin.post(`${PHP}master/saveRefDrCommServiceWise`, rows)
  expect(saved.status).toBe(200)
})
afterAll(() => server.close())

let hours = 0
/** Books an MRI that Dr. Bhat refers; returns the visit's id and the stored commission of its line. */
async function book(refDr: string | null = BHAT) {
  hours += 1
  const { id } = await booked(desk, bookingOf(front, { refDr, start: freeTime(hours * 60) }))
  return { id, frozen: await frozenOf(id) }
}

async function frozenOf(visitId: string) {
  const [line] = await askAdmin<{ commission_type: string; commission_rate: string | null }>(
    server,
    'select commission_type, commission_rate::float8 as commission_rate from visit_service where visit_id = $1',
    [visitId],
  )
  return line
}

const AGREED = { commission_type: 'Percent', commission_rate: 12.5 }
const NONE = { commission_type: '', commission_rate: null }

test('the referrer’s agreed rate is fixed when a service is booked', async () => {
  expect((await book()).frozen).toEqual(AGREED)
  expect((await book(null)).frozen).toEqual(NONE)
})

test('where the platform bans commissions new services earn none, and earlier bookings keep their rate', async () => {
  const before = await book()
  const ban = async (change: object) => {
    const answer = await platform.post(`${PHP}master/saveCommissionBan`, {
      name: 'India',
      note: 'Medical Council rule 6.4',
      status: 1,
      ...change,
    })
    expect(answer.status).toBe(200)
    return answer.body.result
  }
  await ban({ name: 'Kuwait' })
  expect((await book()).frozen).toEqual(AGREED)
  const record = await ban({})
  expect((await book()).frozen).toEqual(NONE)
  expect(await frozenOf(before.id)).toEqual(AGREED)
  await ban({ id: record.id, rev: record.rev, status: 0 })
  expect((await book()).frozen).toEqual(AGREED)
})

test('only the platform changes the ban: a centre can read but not write it', async () => {
  const admin = await server.signIn('admin.sanjeevani')
  const refused = await admin.post(`${PHP}master/saveCommissionBan`, { name: 'India', note: '', status: 0 })
  expect([refused.status, refused.body.code]).toEqual([422, 'not_permitted'])
  const { body } = await admin.get(`${PHP}master/commissionBans`, { k: 'Kuwait' })
  expect(body.result.data).toMatchObject([{ name: 'Kuwait', status: 1 }])
  const twice = await platform.post(`${PHP}master/saveCommissionBan`, { name: 'Kuwait', note: '', status: 1 })
  expect(twice.body.fields).toEqual({ name: 'is taken already' })
})
