import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { isQuiet } from '#domain/message/quiet-hours.ts'
import { formatDay } from '#domain/time/formats.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { countMasters } from './helpers/browser/device-store.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { openScreen } from './helpers/open-screen.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let context: BrowserContext
let page: Page
let sink: MailSink
let gateway: MessageGateway

test.beforeAll(async ({ browser }) => {
  sink = await openMailSink()
  gateway = await openMessageGateway()
  server = await startServer()
  await openAllDay(server)
  await setUpWays()
  context = await browser.newContext(AT_A_DESK)
  page = await context.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
})
test.afterAll(async () => {
  await context?.close()
  await server?.stop()
  await sink?.close()
  await gateway?.close()
})

/** Sets up a mail server, an SMS gateway, two templates, and a patient who has both addresses. */
async function setUpWays(): Promise<void> {
  const { id } = SANJEEVANI
  await askDatabase(server, 'delete from client_setting where client_id = $1', [id])
  await askDatabase(
    server,
    `insert into client_setting (client_id, smtp_host, smtp_port, smtp_sender_name, smtp_sender_email, sms_url)
     values ($1, '127.0.0.1', $2, 'Sanjeevani', 'desk@sanjeevani.example', $3)`,
    [id, sink.port, `${gateway.url}/sms`],
  )
  await askDatabase(server, 'delete from notification_template where client_id = $1', [id])
  await askDatabase(
    server,
    `insert into notification_template (client_id, event, subject, body, sms, is_email_active, is_sms_active)
     values ($1, 'Apointment_Booking', 'Booked', 'Dear %NAME%: %SERVICE% on %VISIT_DATE%', 'Booked: %SERVICE%', true, true),
       ($1, 'Appointment_Reminder', 'Soon', 'Dear %NAME%: %VISIT_DATE%', 'Soon: %SERVICE%', false, true)`,
    [id],
  )
  await askDatabase(
    server,
    `update patient set email = 'ganesh@mail.example', mobile = '9820012345', phone_code = '91'
     where client_id = $1 and fname = 'Ganesh'`,
    [id],
  )
}

const form = () => page.getByRole('dialog', { name: /Appointment/ })
const messages = () => page.getByRole('dialog', { name: /^Messages/ })
const notice = (name: string) => messages().getByRole('listitem').filter({ hasText: name })

async function bookTomorrow(): Promise<void> {
  await expect.poll(() => countMasters(page, 'machine')).toBeGreaterThan(0)
  await openScreen(page, `${server.url}/scheduler`)
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  // The previous day stays until this one is drawn.
  await expect(page.getByText(formatDay(centreDay(2)), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /18:00, free$/ }).click()
  await form().getByRole('combobox', { name: 'Name, phone, patient ID or national ID' }).fill('Ganesh')
  await page
    .getByRole('option', { name: /Ganesh/ })
    .first()
    .click()
  await form().getByRole('tab', { name: 'Booking Details' }).click()
  await form().getByRole('combobox', { name: 'Add a service' }).fill('CT Brain Plain')
  await page
    .getByRole('option', { name: /CT Brain Plain/i })
    .first()
    .click()
  await form().getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Appointment is on the server.')).toBeVisible()
}

test('a booking reaches the patient by e-mail and SMS, and the visit shows the outcome of both', async () => {
  await bookTomorrow()
  await page
    .getByRole('group', { name: 'Appointments' })
    .getByRole('button', { name: /^Ganesh.*18:00/ })
    .click()
  await page.getByRole('button', { name: 'Messages' }).click()
  await expect(notice('Appointment reminder · SMS')).toContainText('Planned')
  // During the branch's night it waits until a person sends it.
  if (isQuiet(new Date(), 'Asia/Kolkata'))
    for (const way of ['E-mail', 'SMS'])
      await messages()
        .getByRole('button', { name: `Send now: Appointment booking · ${way}` })
        .click()
  for (const way of ['E-mail', 'SMS'])
    await expect(notice(`Appointment booking · ${way}`)).toContainText(/Sent \d\d/, { timeout: 30_000 })
  await expect(notice('Appointment booking · SMS')).toContainText('919820012345')
  expect(gateway.asked.map(({ body }) => body.text)).toEqual(['Booked: CT Brain Plain'])
  expect(sink.letters.map(({ to }) => to)).toEqual([['ganesh@mail.example']])
  await expectAccessible(page)
  for (const [name, width, height] of [
    ['wide', 1440, 900],
    ['phone', 390, 844],
  ] as const) {
    if (!process.env.READROOM_SHOTS) break
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(process.env.READROOM_SHOTS, `notices-${name}.png`) })
  }
})
