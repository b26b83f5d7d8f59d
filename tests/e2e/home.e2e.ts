import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const senior = onePage(() => server, DEMO_SIGN_IN.senior)

/** Returns the count of records that the list shows. */
async function shownCount(page: Page): Promise<string> {
  const text = await page.getByText(/^Showing .* of .* records\.$/).textContent()
  return /of ([\d,+]+) records/.exec(text ?? '')?.[1] ?? 'none'
}

const numberOf = (label: string | null) => /: ([\d,]+) case/.exec(label ?? '')?.[1] ?? 'none'

test('a tile, a doctor and a month each open the list with the same count, and Back returns to the dashboard', async () => {
  const page = senior()
  await openScreen(page, `${server.url}/dashboard?range=Month`)
  const summary = page.getByRole('region', { name: 'Summary' })
  for (const name of [/^TOTAL CASES/, /^Verified/]) {
    const tile = summary.getByRole('link', { name })
    const count = numberOf(await tile.getAttribute('aria-label'))
    await tile.click()
    await page.waitForURL('**/archives?**')
    await expect.poll(() => shownCount(page)).toBe(count)
    await page.goBack()
    await expect(summary.getByRole('link', { name })).toBeVisible()
  }

  const doctor = summary.getByRole('link', { name: /reports? by/ }).first()
  const reports = /^([\d,]+) report/.exec((await doctor.textContent()) ?? '')?.[1] ?? 'none'
  await doctor.click()
  await page.waitForURL(/report_by_ids=/)
  await expect.poll(() => shownCount(page)).toBe(reports)
  await page.goBack()

  const chart = page.getByRole('region', { name: 'Last 12 Months Cases' })
  await chart.getByText('Line', { exact: true }).click()
  await expect(page).toHaveURL(/months_as=line/)
  await chart.getByRole('button', { name: 'Show as table' }).click()
  const month = chart.getByRole('row').last()
  const cases = (await month.getByRole('cell').last().textContent())?.trim() ?? 'none'
  await month.getByRole('link').click()
  await page.waitForURL('**/archives?**')
  await expect.poll(() => shownCount(page)).toBe(cases)
})

test('a chosen doctor narrows the table and its file', async () => {
  const page = senior()
  await openScreen(page, `${server.url}/dashboard?range=Month`)
  const summary = page.getByRole('region', { name: 'Summary' })
  const box = summary.getByRole('checkbox', { name: /^Show studies of/ }).first()
  const name = /^Show studies of (.*) only$/.exec((await box.getAttribute('aria-label')) ?? '')?.[1]
  // The box follows the address, which the router changes a moment after the click.
  await box.click()
  await expect(box).toBeChecked()
  const studies = page.getByRole('region', { name: 'Studies', exact: true })
  await expect(studies.getByText('of one doctor')).toBeVisible()
  const link = summary.getByRole('link', { name: `by ${name}` })
  const reports = /^([\d,]+) report/.exec((await link.textContent()) ?? '')?.[1] ?? 'none'
  await expect.poll(() => shownCount(page)).toBe(reports)
  const downloading = page.waitForEvent('download')
  await studies.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('studies-cases.csv')
  const text = await readFile(await download.path(), 'utf8')
  const rows = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
  expect(rows).toHaveLength(Number(reports))
  expect(new Set(rows.map((row) => row['Report By']))).toEqual(new Set([name]))
})

test('offline, the last figures stay with their time', async () => {
  const page = senior()
  await openScreen(page, `${server.url}/dashboard`)
  const total = page.getByRole('link', { name: /^TOTAL CASES/ })
  const label = await total.getAttribute('aria-label')
  await expect(page.getByText(/^As at /)).toBeVisible()
  await goOffline(page.context())
  try {
    await page.reload()
    await expect(page.getByText(/^From this device, as at /)).toBeVisible()
    expect(await total.getAttribute('aria-label')).toBe(label)
    await expect(page.getByRole('grid', { name: 'Studies' }).getByRole('row').nth(1)).toBeVisible()
    await page.getByText('Any', { exact: true }).click()
    await expect(page.getByText(/^These figures need the network/)).toBeVisible()
  } finally {
    await page.context().setOffline(false)
  }
})

test('a radiologist’s home opens the next studies with the same count, and stays offline', async ({
  page,
  context,
}) => {
  await signIn(page, server.url, DEMO_SIGN_IN.ownWorklistDoctor)
  await expect(page.getByRole('heading', { name: 'Dashboard under construction' })).toBeVisible()
  const next = page.getByRole('link', { name: /next to read$/ })
  await expect(next).toBeVisible()
  const count = /^[\d,]+/.exec((await next.textContent()) ?? '')?.[0] ?? 'none'
  await next.click()
  await page.waitForURL('**/worklist1?**')
  await expect.poll(() => shownCount(page)).toBe(count)
  await goOffline(context)
  await openScreen(page, `${server.url}/dashboard`)
  await expect(page.getByText(/Offline/).first()).toBeVisible()
  await expect(next).toContainText(count)
})

test('a desk’s home opens its booking requests', async ({ page }) => {
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
  const requests = page.getByRole('link', { name: /booking requests? to answer$/ })
  const count = /^[\d,]+/.exec((await requests.textContent()) ?? '')?.[0] ?? 'none'
  await requests.click()
  await page.waitForURL('**/booking-requests?**')
  await expect.poll(() => shownCount(page)).toBe(count)
  await openScreen(page, `${server.url}/dashboard?todo=arriving`)
  await expect(page.getByText(/^Arriving now \(\d+\)$/)).toBeVisible()
})
