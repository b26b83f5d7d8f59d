import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Language } from '#domain/language/languages.ts'
import type { NotificationEvent } from '#domain/message/notification.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { setSettings } from '../sharing/share-fixture.ts'
import {
  type BookingFixture,
  booked,
  bookingOf,
  DAY_MS,
  freeTime,
  MINUTE_MS,
  openBookingFixture,
} from '../visit-desk/booking-fixture.ts'
import { fates } from './notice-fixture.ts'

const ISOLATES = /[\u2068\u2069]/
const EVENT = 'Apointment_Booking'
const IST_MS = 330 * MINUTE_MS
/** Noon in Mumbai on the day of the demo. */
const NOON = new Date(NOW.getTime() - ((NOW.getTime() + IST_MS) % DAY_MS) + 12 * 60 * MINUTE_MS)

let server: DemoServer
let desk: ApiUser
let admin: ApiUser
let bookings: BookingFixture
let sink: MailSink
let gateway: MessageGateway
let day = 0
beforeAll(async () => {
  sink = await openMailSink()
  gateway = await openMessageGateway()
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  admin = await server.signIn('admin.sanjeevani')
  bookings = await openBookingFixture(server)
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
  await setSettings(server, {
    smtp_host: '127.0.0.1',
    smtp_port: sink.port,
    smtp_sender_name: 'Sanjeevani',
    smtp_sender_email: 'desk@sanjeevani.example',
    sms_url: `${gateway.url}/sms`,
    sms_sender: 'SANJVN',
  })
  await askAdmin(server, 'delete from notification_template where client_id = $1', [SANJEEVANI.id])
  await addressed(null, null)
})

/** Sets the languages of the patient and of all branches. */
async function addressed(patient: Language | null, branch: Language | null): Promise<void> {
  await askAdmin(
    server,
    `update patient set language = $2, email = 'asha@mail.example', mobile = '9820012345', phone_code = '91',
       tell_email = '', tell_sms = '', gender = 'Female' where id = $1`,
    [bookings.patientId, patient],
  )
  await askAdmin(server, 'update branch set patient_language = $2 where client_id = $1', [
    SANJEEVANI.id,
    branch,
  ])
}

interface Wish {
  email?: 0 | 1
  sms?: 0 | 1
  more?: Record<string, unknown>
}

/** Saves a text as the centre does; the built-in one where the wish names none. */
async function write(
  language: Language,
  { email = 0, sms = 0, more = {} }: Wish,
  event: NotificationEvent = EVENT,
) {
  const answer = await admin.post('client/savePatientNotificationTemplate', {
    event,
    language,
    rev: 0,
    subject: '',
    body: '',
    sms: '',
    is_email_active: email,
    is_sms_active: sms,
    is_whatsapp_active: 0,
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.result
}

async function book(wanted: string[]) {
  day += 1
  const start = new Date(freeTime().getTime() + day * DAY_MS)
  const visit = await booked(desk, bookingOf(bookings, { start }))
  await expect.poll(() => fates(desk, visit.id), { timeout: 20_000, interval: 200 }).toEqual(wanted)
  return visit
}
const E_SENT = `${EVENT} E Sent`
const S_SENT = `${EVENT} S Sent`
const sms = () => String(gateway.asked[0]?.body.text)
/** The text of the letter, which is sent in base64 outside English. */
const letter = () => Buffer.from(sink.letters[0]!.source.split('\r\n\r\n')[1] ?? '', 'base64').toString()

test('a notice is sent in the patient’s language, with its days and without marks in the SMS', async () => {
  await write('en', { email: 1, sms: 1 })
  await write('ar', { email: 1, sms: 1 })
  await addressed('ar', 'hi')
  await book([E_SENT, S_SENT])
  expect(sms()).toMatch(/^مرحبًا .*، تم حجز موعدك من أجل .* 2026/)
  // Months in Arabic, figures Western.
  expect(sms()).toMatch(/(نوفمبر|ديسمبر)/)
  expect(sms()).toMatch(/\d/)
  expect(sms()).not.toMatch(ISOLATES)
  expect(letter()).toContain('تم حجز موعدك')
  expect(letter()).toMatch(ISOLATES)
})

test('without a language of the patient the branch’s is taken', async () => {
  await write('en', { sms: 1 })
  await write('hi', { sms: 1 })
  await write('ar', { sms: 1 })
  await addressed(null, 'hi')
  await book([S_SENT])
  expect(sms()).toMatch(/^प्रिय .*आपका अपॉइंटमेंट तय हो गया है/)
})

test('a text that is not switched on for the channel leaves the English one, with English days', async () => {
  await write('en', { email: 1, sms: 1 })
  await write('hi', { email: 1, sms: 0 })
  await addressed('hi', null)
  await book([E_SENT, S_SENT])
  expect(sms()).toMatch(/^Dear .*your appointment for .* is booked for \d\d \w{3} \d{4} \d\d:\d\d [AP]M\./)
  expect(letter()).toContain('अपॉइंटमेंट')
})

test('a language that the centre has written nothing in gets the English text', async () => {
  await write('en', { sms: 1 })
  await addressed('ar', null)
  await book([S_SENT])
  expect(sms()).toMatch(/^Dear /)
})

test('the English switches decide whether patients are told at all', async () => {
  await write('en', {})
  await write('hi', { sms: 1, email: 1 })
  await addressed('hi', null)
  await book([])
})

test('each language has its own registered text, and goes out with its own ids', async () => {
  await write('en', { sms: 1, more: { dlt_text: 'Another text {#var#}', dlt_template_id: '1' } })
  await write('hi', {
    sms: 1,
    more: {
      sms: 'नमस्ते %NAME%',
      dlt_text: 'नमस्ते {#var#}',
      dlt_entity_id: '1101',
      dlt_header: 'SNJVNI',
      dlt_template_id: '1107',
    },
  })
  await addressed('hi', null)
  await book([S_SENT])
  expect(sms()).toMatch(/^नमस्ते /)
  expect(JSON.stringify(gateway.asked[0]?.body)).toContain('1107')
})

test('a text without the registration that the English one has leaves the English one', async () => {
  await write('en', {
    sms: 1,
    more: { sms: 'Dear %NAME%', dlt_text: 'Dear {#var#}', dlt_entity_id: '1101', dlt_template_id: '1107' },
  })
  await write('hi', { sms: 1, more: { sms: 'नमस्ते %NAME%' } })
  await addressed('hi', null)
  await book([S_SENT])
  expect(sms()).toMatch(/^Dear /)
})

test('a text that differs from its registered one leaves the English one', async () => {
  await write('en', { sms: 1, more: { sms: 'Dear %NAME%' } })
  await write('hi', {
    sms: 1,
    more: { sms: 'नमस्ते %NAME%', dlt_text: 'नमस्कार {#var#}', dlt_template_id: '1' },
  })
  await addressed('hi', null)
  await book([S_SENT])
  expect(sms()).toMatch(/^Dear /)
})

test('the settings show the built-in text of each language until the centre has written its own', async () => {
  const shown = async (language?: Language) =>
    (
      await admin.get(
        `client/getPatientNotificationTemplate/${EVENT}`,
        language === undefined ? {} : { language },
      )
    ).body.result
  expect(await shown()).toMatchObject({ language: 'en', rev: 0, is_email_active: 0 })
  for (const language of ['hi', 'ar'] as const)
    expect(await shown(language)).toMatchObject({
      language,
      rev: 0,
      ...textsIn(language).notifications[EVENT],
      is_sms_active: 0,
    })
  await write('hi', { sms: 1, more: { sms: 'नमस्ते %NAME%' } })
  expect(await shown('hi')).toMatchObject({ rev: 1, sms: 'नमस्ते %NAME%', is_sms_active: 1 })
  expect(await shown()).toMatchObject({ rev: 0 })
  expect(await shown('ar')).toMatchObject({ rev: 0 })
})

test('a referrer is written to in English', async () => {
  const answer = await admin.get('client/getPatientNotificationTemplate/Follow_Up_Referrer', {
    language: 'hi',
  })
  expect([answer.status, answer.body.fields]).toEqual([400, { language: 'is English for a referrer' }])
})
