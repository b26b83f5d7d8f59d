import { expect, test } from '@playwright/test'
import { DEMO_PATIENT } from '#server/features/demo/desk/insert-visits.ts'
import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
})

test('a patient requests an appointment, sees it with the centre’s details, and sees their own examinations', async ({
  page,
}) => {
  const { username, secret } = DEMO_SIGN_IN.patientLink
  await page.goto(`${server.url}/login/${username}/${secret}`)
  await page.getByRole('link', { name: 'Book New Appointment' }).click()
  // The previous page has the same field, and stays until this one is loaded.
  await expect(page.getByRole('heading', { name: 'Book New Appointment' })).toBeVisible()
  await page.getByLabel('Date of birth of the patient').fill(DEMO_PATIENT.birthDate)
  await page.getByRole('button', { name: 'Show results' }).click()

  const form = page.getByRole('form', { name: 'Book New Appointment' })
  await form.getByRole('button', { name: 'Request Appointment' }).click()
  await expect(form.getByText('Choose Location is required.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Choose Location' }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('combobox', { name: 'Appointment For' }).click()
  await page.getByRole('option').first().click()
  const day = centreDay(5)
  await form.getByLabel('Booking Date').fill(day)
  await form.getByLabel('Preferred Time').fill('11:15')
  await form.getByLabel('Exam Reason').fill('Pain in the knee')
  await form.locator('input[type="file"]').setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  })
  await expect(form.getByText('letter.pdf')).toBeVisible()
  await form.getByRole('button', { name: 'Request Appointment' }).click()
  await expect(form.getByText(/^Your request was sent/)).toBeVisible()
  await expect(form.getByLabel('Exam Reason')).toHaveValue('')
  // In addition to the two that the demo begins with.
  await expect(page.getByRole('region', { name: 'Your requests' }).getByText('Requested')).toHaveCount(3)

  await page.goBack()
  await page.getByRole('link', { name: 'View Bookings' }).click()
  await expect(page.getByRole('region', { name: 'Upcoming Appointments' })).toBeVisible()
  const previous = page.getByRole('region', { name: 'Previous Appointments' })
  await expect(previous.getByRole('button', { name: 'View Report' }).first()).toBeVisible()
  await previous.getByRole('button', { name: 'View Report' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // No data of a patient stays on the device.
  const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(kept).toEqual([])
})
