import { expect, type Page, test } from '@playwright/test'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { downloadOf } from './helpers/browser/download-of.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
})

const panel = (page: Page) => page.getByRole('dialog').first()
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name, exact: true })
const tabPart = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true })

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dr. Appointments' }).first().click()
  const next = page.getByRole('region', { name: 'Next Patients', exact: true })
  await next.getByRole('listitem').first().getByRole('button').click()
}

test('a clinic doctor writes offline, loses nothing on reload, and the text reaches the server after reconnecting', async ({
  browser,
}) => {
  const clinic = await browser.newContext(AT_A_DESK)
  const page = await clinic.newPage()
  // The doctor's licence, which an offline prescription shows.
  const profile = page.waitForResponse((response) => response.url().endsWith('/profileDetail'))
  await signIn(page, server.url, DEMO_SIGN_IN.clinicDoctor)
  await openFirst(page)
  await profile
  await tab(page, 'Prescription').click()
  await expect(tabPart(page, 'Prescription').getByRole('button', { name: 'Add medicine' })).toBeVisible()
  await tab(page, 'Treatment Plan').click()
  const plan = tabPart(page, 'Treatment Plan').getByRole('textbox')
  await expect(plan).toBeVisible()
  await goOffline(clinic)

  await plan.click()
  await page.keyboard.type('Walk thirty minutes a day.')
  await page.waitForTimeout(800)
  await expectAccessible(page, { within: ['[role="dialog"]'] })
  await tab(page, 'Prescription').click()
  const rx = tabPart(page, 'Prescription')
  await rx.getByRole('button', { name: 'Add medicine' }).click()
  const first = rx.getByRole('listitem', { name: 'Medicine 1' })
  await first.getByLabel('Medicine').fill('Bisoprolol 5 mg')
  await page.keyboard.press('Escape')
  await first.getByLabel('Morning').check()
  await first.getByText('Before meal', { exact: true }).click()
  await first.getByLabel('Duration').fill('14 days')
  await rx.getByRole('button', { name: 'Add medicine' }).click()
  // Earlier prescriptions on this device are suggested.
  const second = rx.getByRole('listitem', { name: 'Medicine 2' })
  await second.getByLabel('Medicine').fill('Asp')
  await page.getByRole('option', { name: 'Aspirin 75 mg' }).click()
  await rx.getByRole('button', { name: 'Move Aspirin 75 mg up' }).click()
  await expect(rx.getByRole('listitem').first().getByLabel('Medicine')).toHaveValue('Aspirin 75 mg')
  await page.waitForTimeout(800)
  await expectAccessible(page, { within: ['[role="dialog"]'] })

  await page.reload()
  await openFirst(page)
  await tab(page, 'Treatment Plan').click()
  await expect(tabPart(page, 'Treatment Plan').getByRole('textbox')).toContainText(
    'Walk thirty minutes a day.',
  )
  await tab(page, 'Prescription').click()
  await expect(rx.getByRole('listitem').first().getByLabel('Medicine')).toHaveValue('Aspirin 75 mg')
  await expect(rx.getByRole('listitem')).toHaveCount(2)

  await rx.getByRole('button', { name: 'Print' }).click()
  const paper = page.getByRole('dialog', { name: 'Prescription' })
  const printed = await downloadOf(page, paper)
  if (hasPoppler) {
    const words = pageTexts(printed).join(' ')
    expect(words).toContain('Provisional, not yet on the server')
    expect(words).toContain('Bisoprolol 5 mg')
    expect(words).toContain('MMC 2009/06/1544')
  }
  await paper.getByRole('button', { name: 'Close' }).click()
  await expect(rx.getByText(/^On this device/)).toBeVisible()

  await clinic.setOffline(false)
  await expect(rx.getByText(/^On server/)).toBeVisible({ timeout: 30_000 })
  await tab(page, 'Treatment Plan').click()
  await expect(tabPart(page, 'Treatment Plan').getByText(/^On server/)).toBeVisible({ timeout: 30_000 })
  await clinic.close()
})
