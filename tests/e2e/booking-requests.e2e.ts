import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { openScreen } from './helpers/open-screen.ts'
import { signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let context: BrowserContext
let page: Page
test.beforeAll(async () => {
  server = await startServer()
  await openAllDay(server)
})
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ timezoneId: 'Asia/Kolkata' })
  page = await context.newPage()
  await signIn(page, server.url, 'reception.andheri')
})
test.afterAll(async () => {
  await context?.close()
  await server?.stop()
})

/** Returns the row of a patient, or of the requested service. */
const rowOf = (words: string) => page.getByRole('row').filter({ hasText: words })
async function act(words: string, action: string): Promise<void> {
  await rowOf(words)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
async function choose(label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('a hospital’s request becomes a visit at a machine and is started', async () => {
  await openScreen(page, `${server.url}/booking-requests`)
  await expect(rowOf('Ramesh Solanki')).toBeVisible()
  await expectAccessible(page)

  await act('Ramesh Solanki', 'Convert')
  const dialog = page.getByRole('dialog', { name: 'Convert Appointment' })
  // For an unregistered person, the appointment form contains the details that the hospital sent.
  await dialog.getByRole('button', { name: 'Appointment form' }).click()
  const form = page.getByRole('dialog', { name: 'Book Appointment' })
  await expect(form.getByLabel('First name')).toHaveValue('Ramesh')
  await expect(form.getByLabel('Last name')).toHaveValue('Solanki')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(form).toHaveCount(0)

  await act('Ramesh Solanki', 'Convert')
  // The service from the hospital's order is proposed.
  await expect(dialog.getByRole('combobox', { name: 'Service' })).toHaveValue('CT Brain Plain')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog.getByText('is required')).toHaveCount(1)
  await choose('Machine', 'CT 1')
  await choose('Service', /CT Brain/)
  const afterTomorrow = centreDay(2)
  await dialog.getByLabel('Appointment Date').fill(afterTomorrow)
  await dialog.getByLabel('Time').fill('11:00')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf('Ramesh Solanki')).toHaveCount(0)

  // The same slot for another person is refused with a list of free ones, and a free one is chosen.
  await act('Farida Contractor', 'Convert')
  await choose('Department', 'CT')
  await choose('Machine', 'CT 1')
  await choose('Service', /CT Brain/)
  await dialog.getByLabel('Appointment Date').fill(afterTomorrow)
  await dialog.getByLabel('Time').fill('11:00')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog.getByText('This slot is already booked.')).toBeVisible()
  await dialog.getByRole('button', { name: /CT 1$/ }).first().click()
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('tab', { name: 'Converted' }).click()
  await expect(rowOf('Ramesh Solanki')).toContainText('Booked')
  await act('Ramesh Solanki', 'Start Visit')
  await expect(rowOf('Ramesh Solanki')).toContainText('Ready to Scan')
  await act('Ramesh Solanki', 'Complete')
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(rowOf('Ramesh Solanki')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(rowOf('Ramesh Solanki')).toBeVisible()
})

test('a patient’s request for the clinic opens with its document, and a doctor’s visit has both', async () => {
  await openScreen(page, `${server.url}/booking-requests`)
  const reason = 'Palpitations at night.'
  await expect(rowOf(reason).getByRole('img', { name: 'With a document' })).toBeVisible()
  await act(reason, 'Convert')
  const dialog = page.getByRole('dialog', { name: 'Convert Appointment' })
  await dialog.getByRole('button', { name: 'View document' }).click()
  const viewer = page.getByRole('dialog', { name: 'Document of the request' })
  await expect(viewer.getByRole('img', { name: 'Document of the request' })).toBeVisible()
  await viewer.locator('header').getByRole('button').click()
  await expect(viewer).toHaveCount(0)

  await choose('Doctor', 'Dr. Lakshmi Rao')
  await choose('Service', 'Cardiology Consultation')
  await dialog.getByLabel('Time').fill('19:40')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('tab', { name: 'Converted' }).click()
  await act(reason, 'Open visit')
  const visit = page.getByRole('dialog').first()
  await visit.getByRole('tab', { name: 'Documents 1' }).click()
  await visit.getByRole('button', { name: 'View Booking request · prescription.jpg' }).click()
  await expect(page.getByRole('img', { name: 'Booking request · prescription.jpg' })).toBeVisible()
})

test('a request fills in the appointment form, and the booking converts it', async () => {
  await openScreen(page, `${server.url}/booking-requests`)
  const reason = 'Knee pain since a fall in May.'
  await act(reason, 'Convert')
  await page.getByRole('dialog').getByRole('button', { name: 'Appointment form' }).click()
  const form = page.getByRole('dialog', { name: 'Book Appointment' })
  await form.getByRole('combobox', { name: 'Add a service' }).fill('MRI Knee')
  await page
    .getByRole('option', { name: /MRI Knee/ })
    .first()
    .click()
  await form.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(form).toHaveCount(0)
  await expect(rowOf(reason)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Converted' }).click()
  await expect(rowOf(reason)).toContainText('Booked')
})

test('offline, requests are read-only; online, all requests of a branch are deleted after a word is typed', async () => {
  await openScreen(page, `${server.url}/booking-requests`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Actions for/ }) })
  await expect(rows.first()).toBeVisible()
  await goOffline(context)
  await expect(page.getByText('From this device. Changing requests needs the network.')).toBeVisible()
  await expect(rows.first()).toBeVisible()
  await rows
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Convert' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await expect(page.getByText('From this device. Changing requests needs the network.')).toHaveCount(0)
  const remove = page.getByRole('button', { name: 'Delete For Selected Branch' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: /Andheri/ }).click()
  await remove.click()
  await page.getByRole('dialog').getByRole('textbox').fill('delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete requests' }).click()
  await expect(page.getByText('No waiting requests.')).toBeVisible()
})
