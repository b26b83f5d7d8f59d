import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

/** Where pictures of the screens are stored, for people who change them. */
const SHOTS = process.env.READROOM_SHOTS
if (SHOTS) test.setTimeout(240_000)

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-drawer-'))
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

// An empty PDF that a viewer opens.
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
/** Takes pictures of a screen for people who change it; only if a folder for them is given. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(300)
    await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Returns the ids of studies of this status, as the API lists them. */
async function studiesOf(
  page: Page,
  username: string,
  filter: object,
): Promise<{ id: string; pat_name: string }[]> {
  const signedIn = await page.request.post(`${server.url}/api/auth/login`, {
    data: { username, password: DEMO_SIGN_IN.password },
  })
  const { token } = (await signedIn.json()) as { token: string }
  const list = await page.request.post(`${server.url}/api/study/getList`, {
    headers: { token },
    data: { p: 1, ps: 100, flag: 'archives', ...filter },
  })
  const body = (await list.json()) as { result: { data: { id: string; pat_name: string }[] } }
  return body.result.data
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('a senior radiologist reads a study through its five tabs', async () => {
  const page = reader()
  const [study] = await studiesOf(page, DEMO_SIGN_IN.senior, { status: 'Verified' })
  await page.goto(`${server.url}/study/${study?.id}`)
  await expect(page.getByRole('region', { name: 'Patient' })).toContainText(study?.pat_name ?? '')
  await expect(page.getByRole('region', { name: 'Visit' })).toBeVisible()
  await shoot(page, 'examination')
  await expectAccessible(page)
  await tab(page, 'Documents').click()
  await expect(page.getByRole('button', { name: 'Add document' })).toBeVisible()
  await tab(page, 'Reports').click()
  await expect(page.getByRole('list', { name: 'Reports' })).toContainText('Verified')
  await shoot(page, 'reports')
  await tab(page, 'Timelines').click()
  for (const milestone of ['Checked in', 'Report created', 'Signed on', 'Verified on'])
    await expect(page.getByText(milestone, { exact: true })).toBeVisible()
  await shoot(page, 'timelines')
  await tab(page, 'Previous History').click()
  await expect(
    page
      .getByRole('list', { name: 'Other studies of this person' })
      .or(page.getByText('No other study of this person.')),
  ).toBeVisible()
  await shoot(page, 'history')
  const compare = page.getByRole('button', { name: /^Compare with/ }).first()
  if (await compare.isVisible()) {
    await compare.click()
    await expect(page.getByRole('region', { name: /^This study/ })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Prior/ })).toBeVisible()
    await shoot(page, 'compare')
  }
  await page.getByRole('button', { name: 'Preview Report' }).click()
  await expect(page.getByRole('dialog', { name: /preview/i })).toBeVisible()
})

test('a comment and a document are added offline and arrive once after reconnecting', async ({ browser }) => {
  const desk = await browser.newContext(AT_A_DESK)
  const page = await desk.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const [study] = await studiesOf(page, DEMO_SIGN_IN.senior, { status: 'Pending' })
  await page.goto(`${server.url}/study/${study?.id}?tab=documents`)
  await page.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByText('You need to select a tag first!')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'Consent' }).click()
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add document' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer })
  }
  await choose('consent.pdf', Buffer.from('MZ this is a program'))
  await expect(
    page.getByText('Please select jpg, png or pdf only and size must not be more than 2 MB!'),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await goOffline(desk)
  await choose('consent.pdf', PDF)
  await tab(page, 'Examination').click()
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByRole('textbox').fill('Written without a line.')
  await comments.getByRole('button', { name: 'Add' }).click()
  const comment = comments.getByRole('listitem').filter({ hasText: 'Written without a line.' })
  await expect(comment.getByRole('img', { name: 'On this device' })).toBeVisible()
  await tab(page, 'Documents').click()
  const row = page.getByRole('listitem').filter({ hasText: 'Consent · consent.pdf' })
  await expect(row.getByRole('img', { name: 'On this device' })).toBeVisible()
  await shoot(page, 'documents')
  await desk.setOffline(false)
  await expect(row.getByRole('img', { name: 'On this device' })).toHaveCount(0, { timeout: 20_000 })
  await tab(page, 'Examination').click()
  await expect(comment.getByText('Doctor', { exact: true })).toBeVisible()
  await expect(comment.getByRole('img', { name: 'On this device' })).toHaveCount(0, { timeout: 20_000 })
  await tab(page, 'Documents').click()
  await row.getByRole('button', { name: /^View/ }).click()
  await expect(page.getByRole('dialog', { name: /Consent/ }).locator('iframe')).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await desk.close()
})

test('a critical tag opens a record that stays in needs you until it is closed', async () => {
  const page = reader()
  const studies = await studiesOf(page, DEMO_SIGN_IN.senior, {
    status: 'Pending',
    assigned_type: 'Unassigned',
  })
  const study = studies.at(-1)
  await page.goto(`${server.url}/study/${study?.id}`)
  await page.getByRole('button', { name: 'Critical tag' }).click()
  await page.getByRole('button', { name: 'Critical result', exact: true }).click()
  const record = page.getByRole('dialog', { name: 'Critical results' })
  await expect(record.getByText('Enter who was told, or a note why nobody needs to be told.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  await expect(page.getByRole('button', { name: /needs? you/ })).toBeVisible()
  await page.getByRole('button', { name: /needs? you/ }).click()
  const panel = page.getByRole('list', { name: 'Critical results to tell' })
  await shoot(page, 'needs-you')
  await panel
    .getByRole('listitem')
    .filter({ hasText: study?.pat_name ?? '' })
    .getByRole('link', { name: 'Record' })
    .first()
    .click()
  await record.getByLabel('Who was told').fill('Dr. Rao, ward 3')
  await record.getByRole('combobox', { name: 'How' }).click()
  await page.getByRole('option', { name: 'Phone' }).click()
  await record.getByRole('button', { name: 'Now' }).click()
  await record.getByLabel('The result was read back').check()
  await shoot(page, 'critical')
  await expectAccessible(page)
  await record.getByRole('button', { name: 'Close record' }).click()
  await expect(record.getByText('Closed', { exact: true })).toBeVisible()
  await expect(record).toContainText('Dr. Rao, ward 3 · Phone')
})

test('an administrator edits, splits and deletes a study', async ({ page }) => {
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  const studies = await studiesOf(page, DEMO_SIGN_IN.admin, { status: 'Pending' })
  const study = studies[3]
  await page.goto(`${server.url}/study/${study?.id}`)
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit details' })
  await edit.getByLabel('Patient name').fill('Corrected Name')
  await shoot(page, 'edit')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Patient' })).toContainText('Corrected Name')
  await more.click()
  await page.getByRole('menuitem', { name: 'Split study' }).click()
  const split = page.getByRole('dialog', { name: 'Split study' })
  await split
    .getByRole('group', { name: 'Second examination' })
    .getByLabel('Study description')
    .fill('Second exam')
  await shoot(page, 'split')
  await split.getByRole('button', { name: 'Split', exact: true }).click()
  await page.getByRole('dialog', { name: 'Split this study?' }).getByRole('button', { name: 'Split' }).click()
  await expect(page.getByText('The study is split.')).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete study' }).click()
  const ask = page.getByRole('dialog', { name: 'Delete this study?' })
  await expect(ask).toContainText('Corrected Name')
  await ask.getByRole('button', { name: 'Delete study' }).click()
  await expect(page.getByText('The study is deleted.')).toBeVisible()
  await page.goto(`${server.url}/study/${study?.id}`)
  await expect(page.getByText('This study is not here')).toBeVisible()
})
