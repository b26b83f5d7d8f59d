import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNDO_MS } from '#domain/time/intervals.ts'
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
  MINUTE_MS,
  openBookingFixture,
} from '../visit-desk/booking-fixture.ts'
import { fates, lookAtDue, noticesOf, setTemplates } from './notice-fixture.ts'

const HOUR_MS = 60 * MINUTE_MS
const IST_MS = 330 * MINUTE_MS
/** Midnight in Mumbai before the day of the demo. */
const MIDNIGHT = NOW.getTime() - ((NOW.getTime() + IST_MS) % DAY_MS)
/** Returns a time in Mumbai, so many days after the day of the demo. */
const at = (days: number, hour: number) => new Date(MIDNIGHT + days * DAY_MS + hour * HOUR_MS)

let server: DemoServer
let bookings: BookingFixture
let sink: MailSink
let gateway: MessageGateway

beforeAll(async () => {
  sink = await openMailSink()
  gateway = await openMessageGateway()
  server = await openDemo()
  bookings = await openBookingFixture(server)
  await setSettings(server, {
    smtp_host: '127.0.0.1',
    smtp_port: sink.port,
    smtp_sender_name: 'Sanjeevani',
    smtp_sender_email: 'desk@sanjeevani.example',
    sms_url: `${gateway.url}/sms`,
    sms_sender: 'SANJVN',
  })
  await askAdmin(
    server,
    `update patient set email = 'asha@mail.example', mobile = '9820012345', phone_code = '91' where id = $1`,
    [bookings.patientId],
  )
})
afterAll(async () => {
  await server.close()
  await sink.close()
  await gateway.close()
})

const texts = () => gateway.asked.map(({ body }) => String(body.text).split(':')[0])

async function deskAt(moment: Date): Promise<ApiUser> {
  server.clock.now = moment
  return server.signIn('reception.andheri')
}

const until = (desk: ApiUser, visitId: string, wanted: string[]) =>
  expect.poll(() => fates(desk, visitId), { timeout: 20_000, interval: 200 }).toEqual(wanted)

test('from an evening booking to the reminder: night, a refusing gateway, a new time, an open placeholder', async () => {
  await setTemplates(server, {
    Apointment_Booking: { email: true, sms: true },
    Apointment_Reschedule: { sms: true },
    Appointment_Reminder: { sms: true },
    Apointment_Confirm: { sms: true, text: 'Confirmed by %RADIOLOGIST%' },
  })
  gateway.answer = () => ({ status: 200, body: { status: 'error', message: 'Insufficient credit' } })

  // 22:00: the branch's quiet hours hold back both ways.
  const evening = await deskAt(at(0, 22))
  const visit = await booked(evening, bookingOf(bookings, { start: at(4, 11) }))
  await until(evening, visit.id, [
    'Apointment_Booking E Quiet',
    'Apointment_Booking S Quiet',
    'Appointment_Reminder S Planned',
  ])
  server.clock.now = new Date(at(1, 8).getTime() - 1)
  await lookAtDue(server)
  expect([sink.letters.length, gateway.asked.length]).toEqual([0, 0])

  // 08:00: the letter is delivered; the gateway returns 200 with a body that reports a failure.
  const morning = await deskAt(at(1, 8))
  await lookAtDue(server)
  await until(morning, visit.id, [
    'Apointment_Booking E Sent',
    'Apointment_Booking S Failed',
    'Appointment_Reminder S Planned',
  ])
  expect(sink.letters.map(({ to }) => to)).toEqual([['asha@mail.example']])
  const failed = (await noticesOf(morning, visit.id)).find(({ message }) => message?.state === 'Failed')
  expect(failed?.message?.last_error).toBe('Error! Insufficient credit')

  // The desk sends it again after credit is available.
  gateway.answer = () => ({ status: 200, body: { id: 'ref' } })
  expect((await morning.post('message/sendNotice', { id: failed?.id })).status).toBe(200)
  await until(morning, visit.id, [
    'Apointment_Booking E Sent',
    'Apointment_Booking S Sent',
    'Appointment_Reminder S Planned',
  ])

  // An unknown placeholder stops the message before it is sent.
  await morning.post(`${PHP}appt/confirmAppointment`, { appt_id: visit.id })
  await until(morning, visit.id, [
    'Apointment_Booking E Sent',
    'Apointment_Booking S Sent',
    'Apointment_Confirm S Not_Sent open_placeholder',
    'Appointment_Reminder S Planned',
  ])

  // A later start recalls the reminder of the first one; the new one is sent a day before, once.
  const { rev } = (await morning.get(`${PHP}appt/detail/${visit.id}`)).body.result.visit
  await booked(morning, bookingOf(bookings, { id: visit.id, rev, start: at(6, 15) }))
  server.clock.now = new Date(server.clock.now.getTime() + UNDO_MS)
  await lookAtDue(server)
  const rest = [
    'Apointment_Booking E Sent',
    'Apointment_Booking S Sent',
    'Apointment_Confirm S Not_Sent open_placeholder',
    'Apointment_Reschedule S Sent',
  ]
  await until(morning, visit.id, [
    ...rest,
    'Appointment_Reminder S Planned',
    'Appointment_Reminder S Recalled moved',
  ])
  server.clock.now = at(3, 11)
  await lookAtDue(server)
  expect(texts().filter((text) => text === 'Appointment_Reminder')).toEqual([])
  const dayBefore = await deskAt(at(5, 15))
  await lookAtDue(server)
  await lookAtDue(server)
  await until(dayBefore, visit.id, [
    ...rest,
    'Appointment_Reminder S Recalled moved',
    'Appointment_Reminder S Sent',
  ])
  expect(texts()).toEqual([
    'Apointment_Booking',
    'Apointment_Booking',
    'Apointment_Reschedule',
    'Appointment_Reminder',
  ])
  expect(gateway.asked.some(({ body }) => String(body.text).includes('%'))).toBe(false)
}, 60_000)
