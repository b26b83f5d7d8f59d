import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { goOffline } from './helpers/browser/device-store.ts'
import { expectToastsApart } from './helpers/browser/toasts.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let context: BrowserContext
let page: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  context = await browser.newContext(AT_A_DESK)
  page = await context.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
})
test.afterAll(async () => {
  await context?.close()
  await server?.stop()
})

async function openPatients(): Promise<void> {
  await page.getByRole('link', { name: 'Patients', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible()
}

async function typePatient(fname: string, lname: string, mobile: string): Promise<void> {
  await page.getByRole('button', { name: 'New patient' }).click()
  const form = page.getByRole('form', { name: 'New patient' })
  await form.getByLabel('First name').fill(fname)
  await form.getByLabel('Last name').fill(lname)
  await form.getByLabel('Mobile').fill(mobile)
  await form.getByText('Female', { exact: true }).click()
  // A complete part moves the focus to the next one.
  await form.getByLabel('DOB: Day').pressSequentially('07041991')
  await expect(form.getByLabel('Years')).toBeDisabled()
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
const find = (text: string) => page.getByRole('searchbox').first().fill(text)

test('possible duplicates are shown before a second record is created', async () => {
  await openPatients()
  await typePatient('Zubeida', 'Quarishi', '9820012345')
  await save()
  await expect(page.getByText('On server', { exact: true })).toBeVisible()
  await expectToastsApart(page)
  await find('quarishi zubeda')
  await expect(row('Zubeida Quarishi')).toHaveCount(1)
  await typePatient('Zubaida', 'Quarishi', '9820012345')
  await save()
  const likely = page.getByRole('group', { name: 'This patient may already be registered' })
  await expect(likely.getByText('Same mobile')).toBeVisible()
  await likely.getByRole('button', { name: 'It is another person' }).click()
  await expect(row('Zubaida Quarishi')).toHaveCount(1)
})

test('a validation message appears at its field, and the typed text stays', async () => {
  await page.getByRole('button', { name: 'New patient' }).click()
  const form = page.getByRole('form', { name: 'New patient' })
  await form.getByLabel('First name').fill('Nobody')
  await form.getByLabel('Mobile').fill('98-ab-20')
  await expect(form.getByLabel('Mobile')).toHaveValue('9820')
  await save()
  await expect(form.getByText('Last name is required.')).toBeVisible()
  await expect(form.getByText('DOB or age is required.')).toBeVisible()
  await expect(form.getByLabel('First name')).toHaveValue('Nobody')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close without saving' }).click()
})

test('two records of one person are merged with a choice for each field, then separated again', async () => {
  await find('quarishi')
  await row('Zubeida Quarishi').getByRole('button', { name: 'Merge Zubeida Quarishi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two records of one person' })
  await dialog.getByRole('button', { name: 'Merge', exact: true }).first().click()
  await dialog.getByRole('radiogroup', { name: 'First name' }).getByLabel('Zubaida').check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Merge these two records?' })
    .getByRole('button', { name: 'Merge' })
    .click()
  await expect(row('Quarishi')).toHaveCount(1)
  await row('Zubaida Quarishi')
    .getByRole('button', { name: /^Merge / })
    .click()
  await dialog.getByRole('tab', { name: 'Merged into this record' }).click()
  await dialog.getByRole('button', { name: /^Undo the merge/ }).click()
  await page.getByRole('dialog', { name: 'Undo this merge?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText(/^Undone/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row('Quarishi')).toHaveCount(2)
})

test('a registration made offline gets its number after reconnecting', async () => {
  await goOffline(context)
  await expect(page.getByText('Offline: patients on this device.')).toBeVisible()
  await typePatient('Offline', 'Registrant', '9000077777')
  await save()
  await find('registrant')
  await expect(row('Offline Registrant').getByText(/^[A-Z0-9]{1,6}-NEW-[0-9A-F]{6}$/)).toBeVisible()
  await context.setOffline(false)
  await expect(row('Offline Registrant').getByText(/^\D+\d{6}$/)).toBeVisible({ timeout: 30_000 })
})
