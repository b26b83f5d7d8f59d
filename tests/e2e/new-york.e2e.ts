import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { formatDate, formatDateTime, formatTime } from '#domain/time/formats.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_PATIENT } from '#server/features/demo/desk/insert-visits.ts'
import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { ask } from './helpers/ledger.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

// Three people work at their screens; each wait has its own, shorter limit.
test.describe.configure({ timeout: 90_000 })

/** Half a day behind the centre: the centre's mornings are the evening before there. */
const HERE = 'America/New_York'
const CENTRE = SANJEEVANI.branches[0]?.timeZone ?? ''
const ANDHERI = SANJEEVANI.branches[0]?.id ?? ''
const DAY = centreDay(3)

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

async function pageIn(browser: Browser, username?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: HERE })
  const page = await context.newPage()
  if (username !== undefined) await signIn(page, server.url, username)
  return page
}

async function choose(page: Page, within: Locator, label: string, option: string | RegExp): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('in a New York browser every time is the centre’s and is labelled where it differs; a patient reads both', async ({
  browser,
}) => {
  const patient = await pageIn(browser)

  await test.step('a patient requests a morning hour, which is taken in the centre’s time zone', async () => {
    const { username, secret } = DEMO_SIGN_IN.patientLink
    await patient.goto(`${server.url}/login/${username}/${secret}`)
    await patient.getByRole('link', { name: 'Book New Appointment' }).click()
    // The previous page has the same field, and stays until this one is loaded.
    await expect(patient.getByRole('heading', { name: 'Book New Appointment' })).toBeVisible()
    await patient.getByLabel('Date of birth of the patient').fill(DEMO_PATIENT.birthDate)
    await patient.getByRole('button', { name: 'Show results' }).click()
    const form = patient.getByRole('form', { name: 'Book New Appointment' })
    await choose(patient, form, 'Choose Location', SANJEEVANI.branches[0]?.fullName ?? '')
    await choose(patient, form, 'Appointment For', /^CT$/)
    await form.getByLabel('Booking Date').fill(DAY)
    await form.getByLabel('Preferred Time').fill('08:15')
    await form.getByLabel('Exam Reason').fill('Asked from far away')
    await form.getByRole('button', { name: 'Request Appointment' }).click()
    await expect(form.getByText(/^Your request was sent/)).toBeVisible()
    const [request] = await ask<{ start_date: Date }>(
      server,
      `select start_date from booking_request where exam_reason = 'Asked from far away'`,
    )
    const at = request?.start_date ?? new Date(0)
    expect(formatTime(at, CENTRE)).toBe('08:15 AM')
    const card = patient.getByRole('region', { name: 'Your requests' })
    await expect(card).toContainText(formatDateTime(at, CENTRE))
    await expect(card).toContainText(`India Standard Time (${formatDateTime(at, HERE)} your time)`)
  })

  await test.step('the desk reads the same hour on the same day', async () => {
    const desk = await pageIn(browser, 'reception.andheri')
    await expect(desk.getByText('Times: India Standard Time')).toBeVisible()
    await desk.goto(`${server.url}/booking-requests`)
    const row = desk.getByRole('row').filter({ hasText: 'Asked from far away' })
    await expect(row).toContainText(`${formatDate(new Date(`${DAY}T06:00:00Z`), CENTRE)} 08:15 AM`)
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await desk.getByRole('menuitem', { name: 'Convert' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Convert Appointment' })
    await expect(dialog.getByLabel('Appointment Date')).toHaveValue(
      formatDate(new Date(`${DAY}T06:00:00Z`), CENTRE),
    )
    await desk.context().close()
  })

  await test.step('a reader sees when a study arrived at its branch', async () => {
    const [study] = await ask<{ accession_no: string; received_datetime: Date }>(
      server,
      `select accession_no, received_datetime from study
        where client_id = $1 and branch_id = $2 and hidden is null and accession_no <> '' and status = 'Verified'
          and (received_datetime at time zone $3)::date <> (received_datetime at time zone $4)::date
        order by received_datetime desc limit 1`,
      [SANJEEVANI.id, ANDHERI, CENTRE, HERE],
    )
    expect(study, 'a study of two days, one by each clock').toBeDefined()
    const reader = await pageIn(browser, DEMO_SIGN_IN.senior)
    await reader.goto(`${server.url}/archives?range=Any`)
    await reader.getByRole('textbox', { name: 'Keyword' }).fill(study?.accession_no ?? '')
    const row = reader.getByRole('row').filter({ hasText: study?.accession_no ?? '' })
    await expect(row).toContainText(formatDate(study?.received_datetime ?? new Date(0), CENTRE))
    await reader.context().close()
  })
  await patient.context().close()
})
