import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { expectDrained, expectFetched, goOffline } from './helpers/browser/device-store.ts'
import { freeMachine, openAllDay } from './helpers/open-all-day.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let context: BrowserContext
let page: Page

// One desk for all steps: each uses the list as the last one left it.
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startServer()
  await openAllDay(server)
  await freeMachine(server, 'X-Ray Room 1')
})
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext(AT_A_DESK)
  page = await context.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
  // The count changes while the list is being fetched.
  await expectFetched(page)
  await page.goto(`${server.url}/visits`)
})
test.afterAll(async () => {
  await context?.close()
  await server?.stop()
})

const grid = () => page.getByRole('grid', { name: 'Visits' })
const rows = () => grid().getByRole('row')
const showing = () => page.getByText(/^Showing \d+ - \d+ of [\d,]+ records\./)
const pill = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` })

/** Returns the count of visits in the pager. */
async function counted(): Promise<number> {
  const words = (await showing().textContent()) ?? ''
  return Number(/of ([\d,]+) records/.exec(words)?.[1]?.replaceAll(',', ''))
}

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('the desk sees today’s visits, and the week’s by the address', async () => {
  await expect(rows().nth(1)).toBeVisible()
  const today = await counted()
  await page.goto(`${server.url}/visits?range=Week`)
  await expect.poll(counted).toBeGreaterThan(today)
  await expectAccessible(page, { within: ['main'] })
})

test('a filter takes effect once applied, and its pill removes it', async () => {
  const all = await counted()
  await page.getByRole('button', { name: 'Filter Criteria' }).click()
  await choose('Type', 'Radiology')
  await choose('Payment Status', 'Paid')
  expect(await counted()).toBe(all)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect.poll(counted).toBeLessThan(all)
  await expect(grid().getByText('Partial Paid')).toHaveCount(0)
  await expect(page).toHaveURL(/payment_status=Paid/)
  await pill('Payment Status').click()
  await pill('Type').click()
  await expect.poll(counted).toBe(all)
  await page.getByRole('button', { name: 'Filter Criteria' }).click()
})

test('oldest first reverses the list, and a search finds a patient without a name in the address', async () => {
  const first = () => rows().nth(1).getByRole('gridcell').nth(1).textContent()
  const latest = await first()
  await choose('Sort By', 'Oldest First')
  await expect.poll(first).not.toBe(latest)
  await choose('Sort By', 'Latest First')
  await expect.poll(first).toBe(latest)
  // Name, then age: "Bhavna Yadav38Y · F · SAN-010189".
  const name = /^\D+/.exec(latest ?? '')?.[0] ?? ''
  await page.getByRole('textbox', { name: /^Search/ }).fill(name)
  await expect.poll(counted).toBeLessThan(10)
  await expect(page).not.toHaveURL(/k=/)
  await pill('Search').click()
})

test('the CSV file contains every visit of the filter', async () => {
  await expect.poll(counted).toBeGreaterThan(20)
  const all = await counted()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  const file = await started
  expect(file.suggestedFilename()).toBe('patients-visits.csv')
  const text = readFileSync(await file.path(), 'utf8')
  const { data } = Papa.parse<Record<string, string>>(text.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data).toHaveLength(all)
  expect(new Set(data.map((row) => row['Visit ID'])).size).toBe(all)
})

test('a visit is booked and started, opens on its payments, and appears in the list afterwards', async () => {
  await page.goto(`${server.url}/visits`)
  await expect(rows().nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  const form = page.getByRole('dialog', { name: /Andheri.*Book Appointment/ })
  await form.getByRole('button', { name: 'New patient' }).click()
  await form.getByRole('textbox', { name: 'First name' }).fill('Sunita')
  await form.getByRole('textbox', { name: 'Last name' }).fill('Visitlist')
  await form.getByRole('textbox', { name: 'Mobile' }).fill('9820098200')
  await form.getByText('Female', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Years' }).fill('47')
  await form.getByRole('tab', { name: 'Booking Details' }).click()
  await form.getByRole('combobox', { name: 'Add a service' }).fill('X-Ray Chest PA')
  await page
    .getByRole('option', { name: /X-Ray Chest PA/ })
    .first()
    .click()
  await form.getByRole('button', { name: 'Book & Proceed' }).click()
  const panel = page.getByRole('dialog').filter({ hasText: 'Sunita Visitlist' })
  await expect(panel.getByRole('tab', { name: /Payments/, selected: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Record Payment' })).toBeVisible()
  await panel.getByRole('button', { name: 'Back' }).click()
  await expectDrained(page)
  await expect(grid().getByText('Sunita Visitlist')).toBeVisible()
  await expect(page.getByText('not yet on the server')).toHaveCount(0)
})

test('offline, the list shows how old it is, and a booking appears in it as waiting', async () => {
  await goOffline(context)
  await page.goto(`${server.url}/visits?range=Year`)
  await expect(page.getByText(/^From this device, since \d\d \w+ \d{4}\./)).toBeVisible()
  await expect(rows().nth(1)).toBeVisible()
  const before = await counted()
  await grid().getByText('Sunita Visitlist').click()
  const panel = page.getByRole('dialog').filter({ hasText: 'Sunita Visitlist' })
  await panel.getByRole('tab', { name: /Payments/ }).click()
  await panel.getByRole('button', { name: 'Record Payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record Payment' })
  await payment.getByLabel('Amount, Cash').fill('100')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Receipt Detail' })
    .getByRole('button', { name: 'Close' })
    .first()
    .click()
  await panel.getByRole('button', { name: 'Back' }).click()
  const row = rows().filter({ hasText: 'Sunita Visitlist' })
  await expect(row.getByText('Partial Paid')).toBeVisible()
  await expect(row.getByRole('img', { name: 'On this device, not on the server yet' })).toBeVisible()
  expect(await counted()).toBe(before)
  await context.setOffline(false)
  await expectDrained(page, 40_000)
  await expect(row.getByRole('img', { name: 'On this device, not on the server yet' })).toHaveCount(0)
  await expect(row.getByText('Partial Paid')).toBeVisible()
  await expect.poll(counted).toBeGreaterThan(before)
  const visits = (await page.getByLabel('Totals of the list').textContent()) ?? ''
  const [live = 0, cancelled = 0] = [...visits.matchAll(/[\d,]+(?= \(| cancelled)/g)].map(([n]) =>
    Number(n.replaceAll(',', '')),
  )
  expect(live + cancelled).toBe(await counted())
})

test('an administrator opens a department of the summary, and the list shows the same total', async ({
  browser,
}) => {
  const context = await browser.newContext({ timezoneId: 'Asia/Kolkata' })
  const admin = await context.newPage()
  await signIn(admin, server.url, DEMO_SIGN_IN.admin)
  await admin.goto(`${server.url}/visits?range=Week`)
  await admin.getByRole('button', { name: 'Department Wise Summary' }).click()
  const summary = admin.getByRole('table', { name: 'Department Wise Summary' })
  const mri = summary.getByRole('row', { name: /^MRI/ })
  const net = (await mri.getByRole('cell').nth(3).textContent()) ?? ''
  await mri.getByRole('button').first().click()
  await expect(admin.getByRole('button', { name: 'Remove filter Department' })).toBeVisible()
  await expect(admin.getByLabel('Totals of the list').getByText(`₹${net}`).first()).toBeVisible()
  await admin.getByRole('button', { name: 'Filter Criteria' }).click()
  const started = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Download PDF' }).click()
  expect((await started).suggestedFilename()).toBe('patients-visits.pdf')
  await context.close()
})

test('a manager gives a special management discount to a cash-paid visit, and the sales report includes it', async ({
  browser,
}) => {
  const office = await browser.newContext({ timezoneId: 'Asia/Kolkata' })
  const manager = await office.newPage()
  await signIn(manager, server.url, 'manager.andheri')
  await manager.goto(`${server.url}/visits?range=Month`)
  const opener = manager.getByRole('button', { name: 'Spcl Mgmt Discount' })
  await opener.click()
  const dialog = manager.getByRole('dialog', { name: 'Spcl. Mgmt Discount' })
  const line = dialog.getByRole('table', { name: 'Cash-paid visits' }).getByRole('row').nth(1)
  const input = line.getByRole('textbox')
  await expect(input).toBeVisible()
  const visitNo = (await line.getByRole('cell').first().textContent()) ?? ''
  const date = (await line.getByRole('cell').nth(1).textContent()) ?? ''
  const day = new Date(`${date} UTC`).toISOString().slice(0, 10)
  const cash = Number((await line.getByRole('cell').nth(5).textContent())?.replaceAll(',', ''))
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Goodwill of the director')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You have not changed any record')
  await input.fill(String(cash + 1))
  await input.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    `Visit ${visitNo}: the discount is more than the cash received.`,
  )
  await expect(input).toBeFocused()
  await expectAccessible(manager)
  await manager.setViewportSize({ width: 390, height: 844 })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  const overflow = () => dialog.evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(await overflow()).toBe(0)
  await manager.setViewportSize({ width: 1440, height: 900 })
  await input.fill('1.25')
  await input.press('Enter')
  await expect(manager.getByText('Saved', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(line.getByRole('textbox')).toHaveValue('1.25')
  await expect(line).toContainText('Goodwill of the director')
  await manager.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await manager.goto(`${server.url}/sales-report?tab=invoices&from_date=${day}&to_date=${day}&ps=1000`)
  const report = manager.getByRole('table', { name: 'Sales Invoices' })
  await expect(report.getByRole('row').filter({ hasText: visitNo })).toContainText('1.25')
  await office.close()
})
