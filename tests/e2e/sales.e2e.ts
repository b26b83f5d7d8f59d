import { expect, type Page, test } from '@playwright/test'
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
const range = (days: number) => `from_date=${addDays(TODAY, -days)}&to_date=${TODAY}`

async function downloaded(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).first().click(),
  ])
  const stream = await download.createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString('utf8') }
}

const amountIn = (text: string) => /₹[\d,]+\.\d\d/.exec(text)?.[0] ?? 'no amount'

test('a line of the collection opens the entries that add up to it, in the list and in its file', async () => {
  const page = manager()
  await openScreen(page, `${server.url}/sales-report?${range(60)}`)
  const line = page.getByRole('link', { name: /^All received/ })
  const amount = amountIn((await line.textContent()) ?? '')
  expect(amount).not.toBe('₹0.00')
  await expectAccessible(page)
  await line.click()
  await expect(page.getByRole('tab', { name: 'Receipts', selected: true })).toBeVisible()
  const foot = page.getByRole('table', { name: 'Receipts' }).getByRole('row', { name: /^Total/ })
  await expect(foot).toContainText(amount)
  const { name, text } = await downloaded(page, 'CSV')
  expect(name).toBe('receipts.csv')
  const rows = text.trim().split('\r\n').slice(1)
  const sum = rows.reduce((all, row) => {
    const paise = Math.round(Number(row.split(',').at(-1)) * 100)
    return all + (row.includes(',Refund,') || row.includes(',Refund Cancelled,') ? -paise : paise)
  }, 0)
  expect(sum / 100).toBe(Number(amount.replaceAll(/[₹,]/g, '')))
  await page.goBack()
  await expect(line).toContainText(amount)
})

test('invoices show departments and have files, and the 3C report is a PDF with its own name', async () => {
  const page = manager()
  await openScreen(page, `${server.url}/sales-report?tab=invoices&${range(30)}`)
  const departments = page.getByRole('table', { name: 'Department Wise Summary' })
  const total = amountIn((await departments.getByRole('row', { name: /^Total/ }).textContent()) ?? '')
  await expect(
    page.getByRole('table', { name: 'Sales Invoices' }).getByRole('row', { name: /^Total/ }),
  ).toContainText(total)
  await departments.getByRole('link', { name: 'CT', exact: true }).click()
  await expect(page).toHaveURL(/department_id=/)
  const pdf = await downloaded(page, '3C Report PDF')
  expect(pdf.name).toBe(`3C-${addDays(TODAY, -30)}-to-${TODAY}.pdf`)
  expect(pdf.text.startsWith('%PDF-')).toBe(true)

  await page.getByRole('button', { name: 'Printed papers' }).click()
  const papers = page.getByRole('dialog', { name: 'Printed papers' })
  await expect(papers.getByRole('row', { name: /by you/ })).toHaveCount(1)
  await expectAccessible(page)
  const again = papers.getByRole('button', { name: /^Print again: 3C-/ })
  const [download] = await Promise.all([page.waitForEvent('download'), again.click()])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  expect(download.suggestedFilename()).toBe(pdf.name)
  expect(Buffer.concat(parts).toString('utf8')).toBe(pdf.text)
  await page.keyboard.press('Escape')
  await expect(papers).toHaveCount(0)
})

test('a BI panel equals the collection’s number, its bars open the entries and Back returns, also offline', async () => {
  const page = manager()
  await openScreen(page, `${server.url}/sales-report?${range(60)}`)
  const received = amountIn((await page.getByRole('link', { name: /^All received/ }).textContent()) ?? '')
  await openScreen(page, `${server.url}/ezzy-bi?${range(60)}`)
  const payment = page.getByRole('region', { name: 'Total Payment' })
  await expect(payment.getByRole('link', { name: received })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cases By Referral Doctor' })).toContainText('As at')
  await expectAccessible(page)
  await payment.getByRole('link', { name: received }).click()
  await expect(
    page.getByRole('table', { name: 'Receipts' }).getByRole('row', { name: /^Total/ }),
  ).toContainText(received)
  await page.goBack()
  await expect(payment.getByRole('link', { name: received })).toBeVisible()
  await goOffline(page.context())
  await expect(page.getByText(/Offline: the last figures of this device/)).toBeVisible({ timeout: 30_000 })
  await expect(payment).toContainText(received)
  await page.context().setOffline(false)
})

test('a commission is edited, settled after confirmation, and then does not change', async () => {
  const page = manager()
  await openScreen(page, `${server.url}/referral?${range(200)}&commission_status=Pending`)
  const row = page.getByRole('table', { name: 'Referral commissions' }).getByRole('row').nth(1)
  await row.getByRole('button', { name: /^Edit Spcl Disc/ }).click()
  const amount = page.getByRole('textbox', { name: 'Spcl Disc.' })
  await amount.fill('12a3.5')
  await expect(amount).toHaveValue('123.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('₹123.50')
  const visit = (await row.getByRole('button', { name: /^Open visit/ }).textContent()) ?? ''
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark selected as Settled' }).click()
  await expect(page.getByText('Are you sure to settle these selection?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(row).not.toContainText(visit)
  await openScreen(page, `${server.url}/referral?${range(200)}&commission_status=Settled`)
  const settled = page.getByRole('row', { name: new RegExp(visit) })
  await expect(settled).toContainText('₹123.50')
  await expect(settled.getByRole('button', { name: /^Edit Spcl Disc/ })).toHaveCount(0)
  await expectAccessible(page)
})
