import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { expectRefusedAgain, goOffline } from './helpers/browser/device-store.ts'
import { openReportOf, savedTexts, signBeside } from './helpers/opened-report.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const FINDINGS = 'Small calculus at the lower pole of the left kidney.'

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-sync-centre-'))
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const firstPage = async (browser: BrowserContext) => await browser.newPage()
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
/** Opens the sync centre from the top bar, without loading the page again. */
async function openCentre(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Online|Offline)/ }).click()
  await page.getByRole('link', { name: 'Open Sync centre' }).click()
  await expect(page.getByRole('heading', { name: 'Sync centre' })).toBeVisible()
}
async function writeOffline(desk: BrowserContext, page: Page): Promise<{ studyId: string }> {
  const report = await openReportOf(page, server.url)
  await goOffline(desk)
  await textOf(page).click()
  await page.keyboard.type(FINDINGS)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^\d+ waiting/).first()).toBeVisible()
  return report
}
test('waiting work is exported offline, imported at another desk, and not done twice', async ({
  browser,
}) => {
  const desk = await browser.newContext(AT_A_DESK)
  const page = await firstPage(desk)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { studyId } = await writeOffline(desk, page)
  await openCentre(page)
  const waiting = page.getByRole('region', { name: /^Waiting on this device/ })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await expect(waiting).toContainText(/On this device \d\d:\d\d/)
  await expect(page.getByRole('region', { name: 'This device', exact: true })).toContainText(/Offline since/)
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export sealed file' }).click()
  const file = join(folder, 'unsent.json')
  await (await downloading).saveAs(file)
  await expect(waiting).toContainText(/in a sealed file of/)

  const other = await browser.newContext(AT_A_DESK)
  const there = await firstPage(other)
  await signIn(there, server.url, DEMO_SIGN_IN.verifier)
  await there.goto(`${server.url}/sync`)
  await expect(there.getByText('Everything is on the server.')).toBeVisible()
  for (const outcome of ['1 taken by the server', '1 it had before']) {
    const choosing = there.waitForEvent('filechooser')
    await there.getByRole('button', { name: 'Import sealed file' }).click()
    await (await choosing).setFiles(file)
    const result = there.getByRole('dialog', { name: 'Imported sealed file' })
    await expect(result).toContainText(outcome)
    await result.getByRole('button', { name: 'Close' }).last().click()
    await expect(result).toHaveCount(0)
  }
  await other.close()

  await desk.setOffline(false)
  await expect(page.getByText('Everything is on the server.')).toBeVisible()
  const texts = await savedTexts(page, server.url, studyId)
  expect(texts.filter((text) => text.includes(FINDINGS))).toHaveLength(1)
  await desk.close()
})

test('refused work is retried, edited, and discarded with a typed word', async ({ browser }) => {
  const desk = await browser.newContext(AT_A_DESK)
  const page = await firstPage(desk)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { studyId } = await writeOffline(desk, page)
  await signBeside(page, server.url, studyId)
  await desk.setOffline(false)
  await expect(page.getByText('1 needs you').first()).toBeVisible()
  await openCentre(page)
  const refused = page.getByRole('region', { name: /^Needs you/ })
  await expect(refused.getByRole('listitem')).toHaveCount(1)
  await expect(refused.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/report/${studyId}`)
  await expectAccessible(page)

  await test.step('a retry sends the command to the server again', async () => {
    await expectRefusedAgain(page, () => refused.getByRole('button', { name: 'Try again' }).click())
    await expect(refused.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('discarding requires a typed word and is final', async () => {
    await refused.getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('dialog', { name: 'Discard this change?' })
    await expect(question.getByRole('button', { name: 'Discard' })).toBeDisabled()
    await question.getByLabel('Type DISCARD to confirm').fill('DISCARD')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Discarded. It will never take effect.')).toBeVisible()
    await expect(page.getByText('Everything is on the server.')).toBeVisible()
    expect(await savedTexts(page, server.url, studyId)).not.toContain(`<p>${FINDINGS}</p>`)
  })
  await desk.close()
})

test('signing out with unsent work waits until it is sent, and then completes by itself', async ({
  browser,
}) => {
  const desk = await browser.newContext(AT_A_DESK)
  const page = await firstPage(desk)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { studyId } = await writeOffline(desk, page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Not everything is on the server yet' })
  await expect(question).toContainText('One change waits on this device')
  await question.getByRole('button', { name: 'Wait until sent' }).click()
  await expect(question).toContainText('There is no network now.')
  await desk.setOffline(false)
  await expect(page.getByLabel('Username or e-mail')).toBeVisible()
  expect(await savedTexts(page, server.url, studyId)).toContain(`<p>${FINDINGS}</p>`)
  await desk.close()
})

test('an administrator disables a device: it shows a message, and its copies are deleted', async ({
  browser,
}) => {
  const desk = await browser.newContext(AT_A_DESK)
  const page = await firstPage(desk)
  await signIn(page, server.url, DEMO_SIGN_IN.ownWorklistDoctor)
  await page.goto(`${server.url}/worklist1`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const databases = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  expect((await databases()).some((name) => name.startsWith('readroom-cache-'))).toBe(true)

  const office = await browser.newContext(AT_A_DESK)
  const admin = await firstPage(office)
  await signIn(admin, server.url, DEMO_SIGN_IN.admin)
  await admin.getByRole('navigation').getByRole('link', { name: 'Devices' }).click()
  await admin.getByRole('textbox', { name: 'Search' }).fill('Iyer')
  const row = admin.getByRole('row', { name: /Iyer/ })
  await expect(row).toBeVisible()
  await expectAccessible(admin)
  await row.getByRole('button', { name: 'Take out of use' }).click()
  const question = admin.getByRole('dialog', { name: 'Take this device out of use?' })
  await expect(question).toContainText('Dr. Karthik Iyer')
  await question.getByRole('button', { name: 'Take out of use' }).click()
  await expect(row).toContainText('Out of use')

  // The next request is the contact: caused by this click, unless it was sent before.
  const told = page.getByText(/This device was taken out of use/).first()
  const dashboard = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })
  await Promise.race([dashboard.click(), told.waitFor()])
  await expect(told).toBeVisible()
  await expect
    .poll(async () => (await databases()).some((name) => name.startsWith('readroom-cache-')))
    .toBe(false)
  expect((await databases()).some((name) => name.startsWith('readroom-work-'))).toBe(true)
  // A person who returns to the screen later gets the message, too.
  await page.reload()
  await expect(told).toBeVisible()

  await row.getByRole('button', { name: 'Readmit' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Readmit' }).click()
  await expect(row).not.toContainText('Out of use')
  await signIn(page, server.url, DEMO_SIGN_IN.ownWorklistDoctor)
  await expect(told).toHaveCount(0)
  await Promise.all([desk.close(), office.close()])
})
