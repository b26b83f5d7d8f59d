import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const admin = onePage(() => server, DEMO_SIGN_IN.admin)

const MANAGER = 'manager.andheri'
const shown = (page: Page) => page.getByText(/Showing .* of/)

test('pending studies are selected and assigned together, online and offline', async ({ page, context }) => {
  await signIn(page, server.url, MANAGER)
  await page.goto(`${server.url}/archives?range=Any&status=Pending&assigned_type=Unassigned`)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all pending studies of this page' }).check()
  const bar = page.getByRole('region', { name: /selected$/ })
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toHaveCount(0)

  const boxes = page.getByRole('checkbox', { name: /^Select / })
  const assignFirstTwo = async (doctor: string) => {
    const before = await shown(page).textContent()
    await boxes.nth(1).check()
    await boxes.nth(2).check()
    await page
      .getByRole('region', { name: '2 selected' })
      .getByRole('button', { name: 'Assign Doctor' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Assign Doctor to 2 studies' })
    await dialog.getByRole('combobox', { name: 'Writing doctor' }).click()
    await page.getByRole('option', { name: doctor }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(
      page.getByText('2 studies assigned: on this device, on their way to the server.').first(),
    ).toBeVisible()
    // They leave the list of unassigned studies.
    await expect(shown(page)).not.toHaveText(before ?? '')
  }
  await assignFirstTwo('Dr. Karthik Iyer')
  await goOffline(context)
  await expect(page.getByText(/Offline/).first()).toBeVisible()
  await assignFirstTwo('Dr. Anjali Mehta')
  const waiting = page.getByRole('button', { name: /2 waiting/ })
  await expect(waiting).toBeVisible()
  await context.setOffline(false)
  await expect(waiting).toHaveCount(0)
  await page.goto(`${server.url}/archives?range=Any&status=Pending&k=`)
  await expect(page.getByRole('row').filter({ hasText: 'Dr. Anjali Mehta' }).first()).toBeVisible()
})

test('a filter is saved with its count, is available offline, and is deleted again', async () => {
  const page = admin()
  const context = page.context()
  await page.goto(`${server.url}/archives?range=Any&status=Draft`)
  await page.getByRole('columnheader', { name: 'Tag' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=priority/)
  const total = /of ([\d,]+)/.exec((await shown(page).textContent()) ?? '')?.[1] ?? 'none'
  await page.getByRole('button', { name: 'Save filter' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Drafts, what matters first')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const pill = page.getByRole('button', { name: `Drafts, what matters first ${total}` })
  await expect(pill).toHaveAttribute('aria-pressed', 'true')

  await goOffline(context)
  await page.goto(`${server.url}/archives`)
  await pill.click()
  // The order is the person's last choice, so the address does not contain it.
  await expect(page.getByRole('columnheader', { name: 'Tag' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(pill).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Status: Draft')).toBeVisible()
  await context.setOffline(false)

  const remove = page.getByRole('button', { name: 'Remove saved filter Drafts, what matters first' })
  await expect(remove).toHaveAttribute('aria-disabled', 'false')
  await remove.click()
  await page.getByRole('button', { name: 'Remove saved filter', exact: true }).click()
  await expect(pill).toHaveCount(0)
})

test('the order by time left and by priority continues from page to page', async () => {
  const page = admin()
  await page.goto(`${server.url}/worklist1?sort=priority`)
  const rows = page.getByRole('row')
  await expect(rows.nth(5)).toBeVisible()
  await expect(rows.nth(1)).not.toContainText(/Signed|Verified/)
  await page.getByRole('columnheader', { name: 'Time left' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=time_left/)
  await expect(rows.nth(1)).toContainText(/over|left/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/sort=time_left&p=2/)
})

async function download(page: Page): Promise<string[][]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('archives.csv')
  const text = await readFile(await file.path(), 'utf8')
  return Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
}

test('the simple archives export to a CSV file, from the server and from the device alone', async () => {
  const page = admin()
  const context = page.context()
  await page.goto(`${server.url}/archives-small?range=Any`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const online = await download(page)
  expect(online[0]?.slice(0, 3)).toEqual(['Patient ID', 'Patient Name', 'Tag'])
  expect(online.length).toBeGreaterThan(500)
  const found = (online.length - 1).toLocaleString('en-IN')
  await expect(page.getByText(`${found} studies are in archives.csv.`)).toBeVisible()
  // The studies of this device are counted first; the server has more.
  await expect(page.getByText(new RegExp(`^Showing 1 - [\\d,]+ of ${found} records`))).toBeVisible()

  await goOffline(context)
  await expect(page.getByText(/Offline/).first()).toBeVisible()
  const offline = await download(page)
  expect(offline.length).toBeGreaterThan(200)
  await expect(page.getByText(/studies of this device are in archives\.csv/)).toBeVisible()
  await context.setOffline(false)
})

test('laboratory results are found and open exactly as the laboratory sent them', async () => {
  const page = admin()
  const context = page.context()
  await page.goto(`${server.url}/lab-reports`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const link = page.getByRole('link', { name: /^Open / }).first()
  const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', server.url).href)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect((await answer.body()).subarray(0, 4).toString()).toBe('%PDF')
  await page.getByRole('textbox', { name: 'Keyword' }).fill('nobody has this name')
  await expect(page.getByText('No lab report found.')).toBeVisible()
  expect(page.url()).not.toContain('nobody')
  await page.getByRole('textbox', { name: 'Keyword' }).fill('')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await goOffline(context)
  await page.reload()
  await expect(page.getByText(/From this device, as of/)).toBeVisible()
  await context.setOffline(false)
})
