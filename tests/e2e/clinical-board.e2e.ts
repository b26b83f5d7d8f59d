import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let desk: Page
let clinic: BrowserContext
let doctor: Page
/** The patient whose visit is started at the desk. */
let person = ''
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  const context = await browser.newContext({ timezoneId: 'Asia/Kolkata' })
  desk = await context.newPage()
})
test.afterAll(async () => {
  await clinic?.close()
  await server?.stop()
})

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog').first()

async function openBoard(page: Page, username: string): Promise<void> {
  await signIn(page, server.url, username)
  await page.getByRole('link', { name: 'Dr. Appointments' }).first().click()
  await expect(column(page, 'All Patients').getByRole('listitem').first()).toBeVisible()
}

test('a clinical visit is started at the desk and appears in Next Patients', async () => {
  await openBoard(desk, DEMO_SIGN_IN.desk)
  const confirmed = column(desk, 'All Patients').getByRole('listitem').filter({ hasText: 'Confirmed' })
  const name = (await confirmed.first().getByRole('button').getAttribute('aria-label')) ?? ''
  person = name.replace(/^Open the visit of /, '').replace(/, .*$/, '')
  await confirmed.first().getByRole('button').click()
  await expect(panel(desk).getByRole('heading', { name: person })).toBeVisible()
  // The button itself gives the reason why the desk does not complete it.
  const complete = panel(desk).getByRole('button', { name: 'Complete' })
  await expect(complete).toHaveAttribute('aria-description', 'Only a clinic doctor completes a visit.')
  await panel(desk).getByRole('button', { name: 'Start Visit' }).click()
  await expect(panel(desk).getByText('In Progress').first()).toBeVisible()
  await expect(panel(desk).getByRole('button', { name: 'Start Visit' })).toHaveCount(0)
  await expect(panel(desk).getByText(/^On server/)).toBeVisible()
  await panel(desk).getByRole('button', { name: 'Back' }).click()
  await expect(column(desk, 'Next Patients')).toContainText(person)
})

test('the clinic doctor finds the patient on their board and completes the visit', async ({ browser }) => {
  clinic = await browser.newContext(AT_A_DESK)
  doctor = await clinic.newPage()
  await openBoard(doctor, DEMO_SIGN_IN.clinicDoctor)
  await expect(doctor.getByRole('combobox', { name: 'Doctor' })).toHaveValue('Dr. Lakshmi Rao')
  await column(doctor, 'Next Patients')
    .getByRole('button', { name: new RegExp(person) })
    .click()
  for (const tab of ['Services & Comments', 'Medical History', 'Prescription', 'Investigation'])
    await expect(panel(doctor).getByRole('tab', { name: tab })).toBeVisible()
  await panel(doctor).getByRole('tab', { name: 'Treatment Plan' }).click()
  await expect(panel(doctor).getByRole('textbox').first()).toBeVisible()
  await panel(doctor).getByRole('button', { name: 'Complete' }).click()
  await expect(panel(doctor).getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await panel(doctor).getByRole('button', { name: 'Back' }).click()
  await expect(column(doctor, 'Completed')).toContainText(person)
  // The desk's board updates without a reload.
  await expect(column(desk, 'Completed')).toContainText(person)
})

test('the board opens and completes a visit offline', async () => {
  await expectAccessible(doctor)
  await doctor.getByRole('link', { name: 'Dashboard' }).first().click()
  await goOffline(clinic)
  await doctor.getByRole('link', { name: 'Dr. Appointments' }).first().click()
  const next = column(doctor, 'Next Patients').getByRole('listitem')
  await expect(next.first()).toBeVisible()
  const before = await next.count()
  await next.first().getByRole('button').click()
  await panel(doctor).getByRole('button', { name: 'Complete' }).click()
  await expect(panel(doctor).getByText(/^On this device/)).toBeVisible()
  await panel(doctor).getByRole('button', { name: 'Back' }).click()
  await expect(next).toHaveCount(before - 1)
  const waiting = column(doctor, 'Completed').getByRole('img', { name: 'On this device' })
  await expect(waiting).toBeVisible()
  await clinic.setOffline(false)
  await expect(waiting).toHaveCount(0, { timeout: 20_000 })
})
