import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basedRequest } from '#server/kernel/http/base-of-request.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  freeTime,
  openBookingFixture,
  SAVE,
} from '#tests/server/features/visit-desk/booking-fixture.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../../features/open-demo.ts'

let server: DemoServer
let admin: ApiUser
let fixture: BookingFixture
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  fixture = await openBookingFixture(server)
})
afterAll(() => server.close())

const BEFORE = { 'x-history': 'the history before a restore' }
const NOW = () => ({ 'x-history': server.app.kernel.epoch })

describe('a page from before a restore names revisions of another history: a conflict, even if the numbers are the same', () => {
  test('a setting', async () => {
    const { rev } = (await admin.get('client/generalSettings')).body.result
    const settings = {
      receipt_paper: 'A4',
      hidden_payment_modes: [],
      queue_shows: 'Token',
      consent_link_hours: 24,
      mwl_aet: '',
      hl7_facility: '',
      rev,
    }
    const save = (headers: Record<string, string>) => admin.post('client/saveDeskSettings', settings, headers)
    const refused = await save(BEFORE)
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(refused.body.current.rev).toBe(rev)
    expect((await save({ ...BEFORE, 'if-match': `"${rev}"` })).status).toBe(409)
    expect((await save(NOW())).status).toBe(200)
  })

  test('a record of a master', async () => {
    const id = randomUUID()
    const tag = { id, name: 'Before', type: 'Normal', color_code: '#00ff00', charges: 0, status: 1 }
    const { rev } = (await admin.post(`${PHP}master/saveStudyTag`, tag, BEFORE)).body.result
    const save = (headers: Record<string, string>) =>
      admin.post(`${PHP}master/saveStudyTag`, { ...tag, name: 'After', rev }, headers)
    expect(await save(BEFORE)).toMatchObject({ status: 409, body: { current: { name: 'Before' } } })
    expect(await save({ ...BEFORE, 'if-match': `"${rev}"` })).toMatchObject({ status: 409 })
    expect((await save({ ...NOW(), 'if-match': `"${rev}"` })).status).toBe(200)
  })

  test('a visit that is cancelled, or whose booking or charges change', async () => {
    const booking = bookingOf(fixture, { start: freeTime(420) })
    const { id, rev } = await booked(admin, booking)
    const edit = { ...booking, rev }
    expect((await admin.post(SAVE, edit, BEFORE)).status).toBe(409)
    // Also with its id, as a desk with an open form sends it.
    const once = { ...BEFORE, 'idempotency-key': randomUUID(), 'if-match': `"${rev}"` }
    expect((await admin.post(SAVE, edit, once)).status).toBe(409)
    const cancel = (headers: Record<string, string>) =>
      admin.post(`${PHP}appt/cancelAppointment`, { appt_id: id, reason: 'gone', rev }, headers)
    expect((await cancel(BEFORE)).status).toBe(409)
    expect((await cancel(NOW())).status).toBe(200)
  })
})

test('every revision of the input belongs to the other history, also in its rows, and other fields stay unchanged', () => {
  const input = { id: 'one', rev: 7, rows: [{ rev: 3, revision: 3 }, { rev: 'text' }], before: { rev: 2 } }
  const other = basedRequest({ 'x-history': 'other' }, input, 'this')
  expect(other.input).toEqual({
    id: 'one',
    rev: -1,
    rows: [{ rev: -1, revision: 3 }, { rev: 'text' }],
    before: { rev: -1 },
  })
  expect(other).toMatchObject({ baseRev: -1, otherHistory: 'other' })
  expect(basedRequest({ 'x-history': 'other' }, { id: 'new' }, 'this').baseRev).toBeUndefined()
  expect(basedRequest({ 'x-history': 'this', 'if-match': '"7"' }, input, 'this')).toEqual({
    baseRev: 7,
    input,
    otherHistory: undefined,
  })
  expect(basedRequest({}, input, 'this')).toEqual({ baseRev: undefined, input, otherHistory: undefined })
})
