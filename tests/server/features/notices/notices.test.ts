import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UNDO_MS } from '#domain/time/intervals.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { setSettings } from '../sharing/share-fixture.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  DAY_MS,
  freeTime,
  KOTHRUD,
  MINUTE_MS,
  machineOf,
  save,
  type Wish,
} from '../visit-desk/booking-fixture.ts'
import { fates, lookAtDue, noticesOf, setTemplates } from './notice-fixture.ts'

let server: DemoServer
let desk: ApiUser
let bookings: BookingFixture
let sink: MailSink
let gateway: MessageGateway
let day = 0

beforeAll(async () => {
  sink = await openMailSink()
  gateway = await openMessageGateway()
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  bookings = await openPatient()
})
afterAll(async () => {
  await server.close()
  await sink.close()
  await gateway.close()
})
beforeEach(async () => {
  server.clock.now = NOON
  gateway.asked.length = 0
  gateway.answer = () => ({ status: 200, body: { id: 'ref-1' } })
  sink.letters.length = 0
  await setSettings(server, WAYS())
  await tellPatient({})
})

const IST_MS = 330 * MINUTE_MS
/** Noon in Mumbai on the day of the demo. */
const NOON = new Date(NOW.getTime() - ((NOW.getTime() + IST_MS) % DAY_MS) + 12 * 60 * MINUTE_MS)
const NIGHT = new Date(NOON.getTime() + 10 * 60 * MINUTE_MS)

const WAYS = () => ({
  smtp_host: '127.0.0.1',
  smtp_port: sink.port,
  smtp_sender_name: 'Sanjeevani',
  smtp_sender_email: 'desk@sanjeevani.example',
  sms_url: `${gateway.url}/sms`,
  sms_sender: 'SANJVN',
})

async function openPatient(): Promise<BookingFixture> {
  const departments = await server.db.database.tenant(SANJEEVANI.id, (tx) =>
    tx.selectFrom('department').select(['id', 'name']).execute(),
  )
  const [patient] = await askAdmin<{ id: string }>(
    server,
    'select id from patient where client_id = $1 order by pat_id limit 1',
    [SANJEEVANI.id],
  )
  return { departments: new Map(departments.map(({ id, name }) => [name, id])), patientId: patient?.id ?? '' }
}

const tellPatient = (change: Record<string, string>) => {
  const columns = {
    email: 'asha@mail.example',
    mobile: '9820012345',
    phone_code: '91',
    tell_email: '',
    tell_sms: '',
    ...change,
  }
  const names = Object.keys(columns)
  return askAdmin(
    server,
    `update patient set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`,
    [bookings.patientId, ...Object.values(columns)],
  )
}

/** Returns a booking on a separate day, so that no two tests use the same slot. */
const wish = (part: Wish = {}): Wish => ({
  start: new Date(freeTime().getTime() + (day += 1) * DAY_MS),
  ...part,
})
const book = (part: Wish = {}) => booked(desk, bookingOf(bookings, wish(part)))

/** Checks what is due at that time; the desk's session is one from the day of the demo. */
async function lookAt(moment: Date): Promise<void> {
  server.clock.now = moment
  await lookAtDue(server)
  server.clock.now = NOON
}

async function until(visitId: string, wanted: string[]): Promise<void> {
  await expect.poll(() => fates(desk, visitId), { timeout: 20_000, interval: 200 }).toEqual(wanted)
}

test('a booking is sent through the channels enabled for its template, and the result is shown at the visit', async () => {
  await setTemplates(server, { Apointment_Booking: { email: true, sms: true } })
  const visit = await book()
  await until(visit.id, ['Apointment_Booking E Sent', 'Apointment_Booking S Sent'])
  const [asked] = gateway.asked
  expect(asked?.body).toMatchObject({ to: '919820012345', sender: 'SANJVN' })
  expect(asked?.body.text).toMatch(/^Apointment_Booking: .*Knee.* on \d\d \w{3} \d{4} \d\d:\d\d [AP]M$/)
  expect(sink.letters[0]).toMatchObject({ to: ['asha@mail.example'] })
  const row = (await noticesOf(desk, visit.id)).find(({ channel }) => channel === 'E')
  expect(row).toMatchObject({
    reason: '',
    message: { sent_to: 'asha@mail.example', purpose: 'Notification' },
  })
})

test('a repeated booking is announced once; a disabled template sends nothing', async () => {
  await setTemplates(server, { Apointment_Booking: { sms: true } })
  const booking = bookingOf(bookings, wish())
  await booked(desk, booking)
  expect((await save(desk, booking)).status).toBe(200)
  await until(booking.id, ['Apointment_Booking S Sent'])
  await lookAtDue(server)
  expect(gateway.asked).toHaveLength(1)
  await setTemplates(server, { Apointment_Booking: {} })
  const silent = await book()
  expect(await fates(desk, silent.id)).toEqual([])
})

test('a refused booking sends nothing', async () => {
  await setTemplates(server, { Apointment_Booking: { sms: true } })
  const taken = await book()
  await until(taken.id, ['Apointment_Booking S Sent'])
  const count = () => askAdmin(server, 'select id from patient_notice')
  const before = (await count()).length
  const refused = await save(desk, bookingOf(bookings, { start: new Date(taken.start_dt) }))
  expect(refused.body.code).toBe('slot_taken')
  expect((await count()).length).toBe(before)
  await lookAtDue(server)
  expect(gateway.asked).toHaveLength(1)
})

test('in the branch’s quiet hours it waits until eight, whatever the caller’s time zone', async () => {
  await setTemplates(server, { Apointment_Booking: { sms: true } })
  server.clock.now = NIGHT
  const visit = await book()
  await until(visit.id, ['Apointment_Booking S Quiet'])
  const [row] = await noticesOf(desk, visit.id)
  const morning = new Date(NOON.getTime() + 20 * 60 * MINUTE_MS)
  expect(row?.due).toBe(morning.toISOString())
  server.clock.now = new Date(morning.getTime() - 1)
  await lookAtDue(server)
  expect(gateway.asked).toEqual([])
  server.clock.now = morning
  await lookAtDue(server)
  await until(visit.id, ['Apointment_Booking S Sent'])
})

test('a moved visit cancels its reminder and plans another one; a cancelled visit sends none', async () => {
  await setTemplates(server, {
    Appointment_Reminder: { sms: true },
    Apointment_Reschedule: { sms: true },
    Apointment_Cancel: { sms: true },
  })
  const first = bookingOf(bookings, wish())
  const visit = await booked(desk, first)
  await until(visit.id, ['Appointment_Reminder S Planned'])
  const start = new Date(Date.parse(visit.start_dt) + 60 * MINUTE_MS)
  const moved = bookingOf(bookings, { start, id: visit.id, rev: visit.rev })
  const answer = await save(desk, moved)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(gateway.asked).toEqual([])
  await lookAt(new Date(server.clock.now.getTime() + UNDO_MS))
  await until(visit.id, [
    'Apointment_Reschedule S Sent',
    'Appointment_Reminder S Planned',
    'Appointment_Reminder S Recalled moved',
  ])
  const due = new Date(start.getTime() - DAY_MS)
  expect((await noticesOf(desk, visit.id)).find(({ state }) => state === 'Planned')?.due).toBe(
    due.toISOString(),
  )
  await desk.post(`${PHP}appt/cancelAppointment`, { appt_id: visit.id })
  await until(visit.id, [
    'Apointment_Cancel S Sent',
    'Apointment_Reschedule S Sent',
    'Appointment_Reminder S Recalled cancelled',
    'Appointment_Reminder S Recalled moved',
  ])
  await lookAt(new Date(due.getTime() + MINUTE_MS))
  expect(gateway.asked.map(({ body }) => String(body.text).split(':')[0])).toEqual([
    'Apointment_Reschedule',
    'Apointment_Cancel',
  ])
})

test('a move undone before its message is sent sends none, and a chain of moves sends one', async () => {
  await setTemplates(server, { Apointment_Reschedule: { sms: true } })
  const visit = await book()
  let { rev } = visit
  const moveTo = async (start: Date) => {
    const answer = await save(desk, bookingOf(bookings, { start, id: visit.id, rev }))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    ;({ rev } = answer.body.result.visit)
  }
  const first = new Date(visit.start_dt)
  const later = (minutes: number) => new Date(first.getTime() + minutes * MINUTE_MS)
  await moveTo(later(60))
  await moveTo(later(90))
  await moveTo(first)
  await lookAt(new Date(server.clock.now.getTime() + UNDO_MS))
  expect(gateway.asked).toEqual([])
  expect((await fates(desk, visit.id)).every((fate) => fate.endsWith('Recalled moved'))).toBe(true)

  await moveTo(later(60))
  await moveTo(later(30))
  await lookAt(new Date(server.clock.now.getTime() + UNDO_MS - 1))
  expect(gateway.asked).toEqual([])
  await lookAt(new Date(server.clock.now.getTime() + UNDO_MS))
  await expect.poll(() => gateway.asked.length, { timeout: 20_000 }).toBe(1)
  // The patient was told, so a move back to the first start is a change to report.
  await moveTo(first)
  await lookAt(new Date(server.clock.now.getTime() + UNDO_MS))
  await expect.poll(() => gateway.asked.length, { timeout: 20_000 }).toBe(2)
})

test('a reminder is sent a day before, once', async () => {
  await setTemplates(server, { Appointment_Reminder: { sms: true } })
  const visit = await book()
  const due = new Date(Date.parse(visit.start_dt) - DAY_MS)
  await lookAt(new Date(due.getTime() - 1))
  expect(await fates(desk, visit.id)).toEqual(['Appointment_Reminder S Planned'])
  await lookAt(due)
  await lookAt(due)
  await until(visit.id, ['Appointment_Reminder S Sent'])
  expect(gateway.asked).toHaveLength(1)
})

test('a message waiting for a retry is withdrawn when the visit is cancelled', async () => {
  await setTemplates(server, { Apointment_Confirm: { sms: true } })
  gateway.answer = () => ({ status: 503, body: {} })
  const visit = await book()
  await desk.post(`${PHP}appt/confirmAppointment`, { appt_id: visit.id })
  await expect.poll(() => gateway.asked.length, { timeout: 15_000 }).toBeGreaterThan(0)
  await desk.post(`${PHP}appt/cancelAppointment`, { appt_id: visit.id })
  expect(await fates(desk, visit.id)).toEqual(['Apointment_Confirm S Recalled cancelled'])
  gateway.answer = () => ({ status: 200, body: { id: 'late' } })
  const before = gateway.asked.length
  await askAdmin(
    server,
    `update pgboss.job set start_after = now() where name = 'messages/send' and state = 'retry'`,
  )
  await new Promise((done) => setTimeout(done, 4_000))
  expect(gateway.asked).toHaveLength(before)
}, 30_000)

test('a payment request is sent daily, at most three times, and never once it is paid', async () => {
  await setTemplates(server, { Pending_Payment_Reminder: { sms: true } })
  const visit = await book()
  await desk.post(`${PHP}appt/startVisit`, { appt_id: visit.id })
  expect(await fates(desk, visit.id)).toEqual(['Pending_Payment_Reminder S Planned'])
  for (let round = 1; round <= 5; round += 1) await lookAt(new Date(NOON.getTime() + round * DAY_MS))
  await expect.poll(() => gateway.asked.length, { timeout: 15_000 }).toBe(3)
  expect(await fates(desk, visit.id)).toHaveLength(3)
  const paid = await book()
  await desk.post(`${PHP}appt/startVisit`, { appt_id: paid.id })
  const receipt = { id: crypto.randomUUID(), mode: 'Cash', amount: 7000 }
  const answer = await desk.post(`${PHP}appt/createReceipts`, { appt_id: paid.id, receipts: [receipt] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(await fates(desk, paid.id)).toEqual(['Pending_Payment_Reminder S Recalled paid'])
}, 30_000)

test('a patient’s refusal, a missing address and an open placeholder stop a message with the reason; the desk can then send it', async () => {
  await setTemplates(server, { Apointment_Booking: { email: true, sms: true } })
  await tellPatient({ tell_sms: 'No', email: '' })
  const visit = await book()
  await until(visit.id, [
    'Apointment_Booking E Not_Sent no_address',
    'Apointment_Booking S Not_Sent opted_out',
  ])
  await tellPatient({ tell_sms: 'Yes' })
  const [email] = (await noticesOf(desk, visit.id)).filter(({ channel }) => channel === 'E')
  expect((await desk.post('message/sendNotice', { id: email?.id })).status).toBe(200)
  await until(visit.id, ['Apointment_Booking E Sent', 'Apointment_Booking S Not_Sent opted_out'])

  await setTemplates(server, { Apointment_Booking: { sms: true, text: 'By %RADIOLOGIST% on %SIGNED_DATE%' } })
  const open = await book()
  await until(open.id, ['Apointment_Booking S Not_Sent open_placeholder'])
  expect((await noticesOf(desk, open.id))[0]).toMatchObject({
    detail: 'RADIOLOGIST, SIGNED_DATE',
    message: null,
  })
  expect(gateway.asked).toEqual([])
})

test('a centre that requires consent sends only to patients who agreed', async () => {
  await setTemplates(server, { Apointment_Booking: { email: true, sms: true } })
  await setSettings(server, { ...WAYS(), tells_unasked: false })
  await tellPatient({ tell_email: 'Yes' })
  const visit = await book()
  await until(visit.id, ['Apointment_Booking E Sent', 'Apointment_Booking S Not_Sent opted_out'])
})

test('an SMS is sent with its registered ids, and one that differs from the registered text is not sent', async () => {
  const dlt = { dlt_entity_id: '110100001', dlt_header: 'SNJVNI', dlt_template_id: '1107161' }
  const registered = { ...dlt, dlt_text: 'Booked: {#var#} on {#var#}.' }
  await setTemplates(server, {
    Apointment_Booking: { sms: true, text: 'Booked: %SERVICE% on %VISIT_DATE%.', more: registered },
  })
  const visit = await book()
  await until(visit.id, ['Apointment_Booking S Sent'])
  expect(gateway.asked[0]?.body).toMatchObject({
    sender: 'SNJVNI',
    dlt_entity_id: '110100001',
    dlt_template_id: '1107161',
  })
  await setTemplates(server, {
    Apointment_Booking: { sms: true, text: 'Booked %SERVICE% on %VISIT_DATE%.', more: registered },
  })
  const other = await book()
  await until(other.id, ['Apointment_Booking S Not_Sent not_registered_text'])
})

test('WhatsApp’s own service gets the template with its variables in order, and its refusal is shown with its message', async () => {
  await setSettings(server, {
    ...WAYS(),
    whatsapp_kind: 'Cloud_API',
    whatsapp_url: gateway.url,
    whatsapp_phone_id: '5550001',
    whatsapp_token: 'token',
  })
  const template = { wa_template: 'booked', wa_language: 'en_IN', wa_variables: ['NAME', 'VISIT_DATE'] }
  await setTemplates(server, { Apointment_Booking: { whatsapp: true, more: template } })
  gateway.answer = () => ({ status: 200, body: { messages: [{ id: 'wamid.1' }] } })
  const visit = await book()
  await until(visit.id, ['Apointment_Booking W Sent'])
  const [asked] = gateway.asked
  expect(asked).toMatchObject({ path: '/5550001/messages', authorization: 'Bearer token' })
  expect(asked?.body).toMatchObject({
    messaging_product: 'whatsapp',
    to: '919820012345',
    type: 'template',
    template: { name: 'booked', language: { code: 'en_IN' } },
  })
  const parameters = [
    { type: 'text', text: expect.any(String) },
    { type: 'text', text: expect.stringMatching(/^\d\d \w{3} \d{4}/) },
  ]
  expect(asked?.body.template).toMatchObject({ components: [{ type: 'body', parameters }] })
  gateway.answer = () => ({ status: 400, body: { error: { message: 'Template name does not exist' } } })
  const refused = await book()
  await until(refused.id, ['Apointment_Booking W Failed'])
  const [row] = await noticesOf(desk, refused.id)
  expect(row?.message?.last_error).toContain('Template name does not exist')
})

test('a gateway response of 200 with an error in its body counts as a failure', async () => {
  await setTemplates(server, { Apointment_Booking: { sms: true } })
  gateway.answer = () => ({ status: 200, body: { status: 'error', message: 'Insufficient credit' } })
  const visit = await book()
  await until(visit.id, ['Apointment_Booking S Failed'])
  const [row] = await noticesOf(desk, visit.id)
  expect(row?.message?.last_error).toBe('Error! Insufficient credit')
  gateway.answer = () => ({ status: 200, body: { id: 'ref-2' } })
  expect((await desk.post('message/sendNotice', { id: row?.id })).status).toBe(200)
  await until(visit.id, ['Apointment_Booking S Sent'])
})

test('messages of another branch or client are not found', async () => {
  await setTemplates(server, { Apointment_Booking: { sms: true } })
  const admin = await server.signIn('admin.sanjeevani')
  const far = bookingOf(bookings, wish({ branch: KOTHRUD, machine: machineOf('MRI 1', KOTHRUD) }))
  const visit = await booked(admin, far).catch(() => undefined)
  const here = await book()
  const [row] = await noticesOf(desk, here.id)
  const stranger = await server.signIn('admin.alnoor')
  expect((await stranger.get('message/notices', { appt_id: here.id })).status).toBe(404)
  expect((await stranger.post('message/sendNotice', { id: row?.id })).status).toBe(404)
  if (visit) expect((await desk.get('message/notices', { appt_id: visit.id })).status).toBe(404)
  const technician = await server.signIn('tech.andheri')
  expect((await technician.get('message/notices', { appt_id: here.id })).body.code).toBe('not_permitted')
})
