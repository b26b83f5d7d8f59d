import { type Download, expect, type Page, test } from '@playwright/test'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const manager = onePage(() => server, 'manager.andheri')

const TODAY = dayAt(new Date(), 'Asia/Kolkata')
const RANGE = `from_date=${addDays(TODAY, -364)}&to_date=${TODAY}`

const cardOf = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
async function openCount(page: Page, name: string): Promise<number> {
  const text = (await cardOf(page, name).textContent()) ?? ''
  return Number(/(\d+) open/.exec(text)?.[1])
}

async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Returns the bytes of the board's paper, in base64. */
async function printedBoard(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^leakage-[\d-]+-to-[\d-]+\.pdf$/)
  return (await bytesOf(download)).toString('base64')
}

/** Returns the rows of the CSV that the button downloads, without its header. */
async function csvRows(page: Page): Promise<{ name: string; rows: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  const rows = (await bytesOf(download)).toString('utf8').trim().split('\r\n').slice(1)
  return { name: download.suggestedFilename(), rows }
}

test('a manager opens an entry, views a visit and explains an entry; board, list and file decrease by one', async () => {
  const page = manager()
  await openScreen(page, `${server.url}/leakage?${RANGE}`)
  await expect(cardOf(page, 'Nobody came')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('list').filter({ has: cardOf(page, 'Nobody came') })).toContainText(
    'Registered twice',
  )
  await expectAccessible(page)
  await expect(cardOf(page, 'Nobody came').getByRole('img', { name: /^Found by the week: / })).toBeVisible()
  const paper = await printedBoard(page)
  await page.getByRole('button', { name: 'Printed papers' }).click()
  const papers = page.getByRole('dialog', { name: 'Printed papers' })
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    papers
      .getByRole('button', { name: /^Print again/ })
      .first()
      .click(),
  ])
  expect((await bytesOf(kept)).toString('base64')).toBe(paper)
  await page.keyboard.press('Escape')
  await expect(papers).toHaveCount(0)
  const before = await openCount(page, 'Nobody came')
  expect(before).toBeGreaterThan(2)

  // By the keyboard.
  await cardOf(page, 'Nobody came').focus()
  await page.keyboard.press('Enter')
  const table = page.getByRole('table', { name: 'Nobody came' })
  await expect(table.getByRole('button', { name: /^Explain / })).toHaveCount(before)
  await expectAccessible(page)
  const file = await csvRows(page)
  expect(file.name).toBe('leakage-no-show.csv')
  expect(file.rows).toHaveLength(before)

  const first = table.getByRole('button', { name: /^Open visit / }).first()
  const visit = (await first.textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('dialog')).toContainText(visit)
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await table.getByRole('button', { name: `Explain ${visit}` }).click()
  const dialog = page.getByRole('dialog', { name: `Explain ${visit}` })
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Moved to another day' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Comes on Friday.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Explain', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(table.getByRole('button', { name: /^Explain / })).toHaveCount(before - 1)
  expect((await csvRows(page)).rows).toHaveLength(before - 1)
  await page.getByRole('link', { name: 'All lines' }).click()
  await expect(cardOf(page, 'Nobody came')).toContainText(`${before - 1} open`)
  await expect(cardOf(page, 'Nobody came')).toContainText('1 explained')

  await openScreen(page, `${server.url}/leakage?${RANGE}&line=no_show&state=Explained`)
  await table.getByRole('button', { name: `Open ${visit} again` }).click()
  const again = page.getByRole('dialog')
  await expect(again).toContainText('Comes on Friday.')
  await again.getByRole('textbox', { name: 'Note' }).fill('He did not come on Friday.')
  await again.getByRole('button', { name: 'Open again', exact: true }).click()
  await expect(page.getByText('Nothing is explained here yet')).toBeVisible()
})

test('a study without a service opens its drawer; the last view stays offline and fits a phone', async () => {
  const page = manager()
  await page.setViewportSize({ width: 390, height: 844 })
  await openScreen(page, `${server.url}/leakage?${RANGE}`)
  await expect(cardOf(page, 'Received without a service')).toBeVisible({ timeout: 30_000 })
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0)
  const count = await openCount(page, 'Scanned at zero')
  await cardOf(page, 'Received without a service').click()
  await page
    .getByRole('button', { name: /^Open study / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All lines' }).click()
  await expect(cardOf(page, 'Scanned at zero')).toBeVisible()
  await goOffline(page.context())
  await expect(page.getByText(/Offline: the last figures of this device/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Scanned at zero' }).locator('../..')).toContainText(
    `${count} open`,
  )
  await expect(cardOf(page, 'Scanned at zero')).toHaveCount(0)
  await page.context().setOffline(false)
})
