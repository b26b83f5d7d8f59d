import { readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import Papa from 'papaparse'
import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { addDays, type DayText, startOfDay } from '#domain/time/zones.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { pageTexts } from '#tests/helpers/paper/poppler.ts'
import { type Booked, bookDay, callerOf, packageLinesOf } from './helpers/book-day.ts'
import { expectDrained, expectVisitsOnDevice, goOffline, waitingOn } from './helpers/browser/device-store.ts'
import { type DayFigures, figuresOf, fortyVisits } from './helpers/forty-visits.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { openScreen } from './helpers/open-screen.ts'
import { tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN, signIn, unlock } from './helpers/people.ts'
import { type OwnServer, startOwnServer } from './helpers/server/running-server.ts'
import { makeServerClock } from './helpers/server/server-clock.ts'

const ZONE = 'Asia/Kolkata'
const HOUR_MS = 3_600_000
const BRANCH = SANJEEVANI.branches[0]?.id ?? ''
/** A day without data in the demo. */
const DAY: DayText = centreDay(45)
const at = (hours: number) => new Date(startOfDay(DAY, ZONE).getTime() + hours * HOUR_MS)
const EVENING = at(20)
const NIGHT = at(22.5)
const MORNING = at(24 + 7)
/** The person who takes the day's money, and the one who receives a hospital's settlement. */
const [DESK, MANAGER] = ['Shilpa Rane', 'Rohit Shetty']
const OF_DAY = `branch_id=${BRANCH}&from_date=${DAY}&to_date=${DAY}`

const clock = makeServerClock()
let server: OwnServer
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  clock.set(EVENING)
  server = await startOwnServer(clock.env)
  await openAllDay(server)
})
test.afterAll(async () => {
  await server?.stop()
  clock.remove()
})

/** Returns the only amount in a text, in whole minor units. */
function minorIn(text: string | null): number {
  const found = [...(text ?? '').matchAll(/(-?)₹?(\d[\d,]*)\.(\d\d)/g)]
  expect(found, `one amount in "${text}"`).toHaveLength(1)
  const [, sign = '', whole = '', cents = ''] = found[0] ?? []
  return (sign === '-' ? -1 : 1) * (Number(whole.replaceAll(',', '')) * 100 + Number(cents))
}
const minorOf = async (place: Locator) => minorIn(await place.textContent())
const label = (mode: string) => PAYMENT_MODE_LABELS[mode as PaymentMode]
/** Returns the row of a table that begins with this text. */
const rowOf = (table: Locator, text: string) =>
  table.locator('tr').filter({ hasText: new RegExp(`^${text}`) })
const minorOfNumber = (text: string | undefined) => Math.round(Number(text) * 100)

async function openPage(browser: Browser, username: string): Promise<Page> {
  const viewport = { width: 1600, height: 1000 }
  const context = await browser.newContext({ timezoneId: ZONE, viewport, acceptDownloads: true })
  // A headless browser has no print dialog.
  await context.addInitScript(() => {
    window.print = () => undefined
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.clock.install({ time: clock.now() })
  await signIn(page, server.url, username)
  // The walk moves the clock by hours: a person who was away must enter the password.
  await page.addLocatorHandler(page.getByRole('dialog', { name: /^Locked/ }), () => unlock(page))
  return page
}

const rowsOfVisits = (page: Page) => page.getByRole('grid', { name: 'Visits' }).getByRole('row')

async function fileOf(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFileSync(await download.path())
}

async function csvOf(page: Page): Promise<Record<string, string>[]> {
  const button = page.getByRole('button', { name: 'CSV', exact: true }).first()
  const text = (await fileOf(page, button)).toString('utf8').replace('\uFEFF', '')
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}
const total = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((all, row) => all + minorOfNumber(row[column]), 0)

test('after a day of forty visits every screen, file and paper shows the same figures, and the drawers are closed on them', async ({
  browser,
}) => {
  const desk = await browser.newPage()
  const tokenFor = (name: string) => tokenOf(desk, server.url, name)
  const plan = fortyVisits(await packageLinesOf(server, 'Executive Health Check'))
  expect(plan).toHaveLength(40)
  const figures = figuresOf(plan)
  const booked = await bookDay(
    server,
    callerOf(server, await tokenFor(DEMO_SIGN_IN.desk)),
    callerOf(server, await tokenFor('manager.andheri')),
    { plan, branchId: BRANCH, now: clock.now() },
  )
  await desk.close()

  const counter = await openPage(browser, DEMO_SIGN_IN.desk)
  const manager = await openPage(browser, 'manager.andheri')
  await expectVisitsOnDevice(counter)
  await test.step('the drawers are closed in the evening', async () => {
    await closeDrawer(manager, DESK, (figures.byMode.get('Cash') ?? 0) - figures.late)
    await closeDrawer(manager, MANAGER, 0)
  })
  await test.step('two payments are taken offline at night', () => payOffline(counter, booked))

  await test.step('they are delivered the next morning', async () => {
    await server.kill()
    clock.set(MORNING)
    await server.restart()
    await counter.context().setOffline(false)
    for (const page of [counter, manager]) {
      await page.clock.setSystemTime(clock.now())
      await openScreen(page, `${server.url}/visits?branch=${BRANCH}&from_date=${DAY}&to_date=${DAY}`)
      await expect(rowsOfVisits(page).nth(1)).toBeVisible()
    }
    await expectDrained(counter, 40_000)
  })

  await test.step('the list of visits', () => readVisits(manager, figures))
  await test.step('the sales report and its files', () => readSales(manager, figures))
  await test.step('the PDF', () => readPdf(manager, figures))
  await test.step('BI', () => readBi(manager, figures))
  await test.step('the reconcile page and the second close', () => reconcile(manager, figures))
})

/** Closes a person's drawer as the manager does, with the cash that the books show. */
async function closeDrawer(page: Page, person: string, cash: number): Promise<void> {
  await openScreen(page, `${server.url}/day-close?branch=${BRANCH}&day=${DAY}`)
  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: new RegExp(person) }).click()
  const form = page.getByRole('form', { name: 'Close the day' })
  await form.getByLabel('Counted cash').fill((cash / 100).toFixed(2))
  await form.getByRole('button', { name: 'Count', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Close the day' })).toBeVisible()
  await expect.poll(() => minorOf(form.getByText('Recorded cash').locator('..'))).toBe(cash)
  await form.getByRole('button', { name: 'Close the day' }).click()
  await page.getByRole('dialog', { name: 'Day close' }).getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('Nothing to count')).toBeVisible()
}

async function payOffline(page: Page, booked: readonly Booked[]): Promise<void> {
  await openScreen(page, `${server.url}/visits?from_date=${DAY}&to_date=${DAY}`)
  await expect(rowsOfVisits(page).nth(1)).toBeVisible()
  await goOffline(page.context())
  await page.clock.setSystemTime(NIGHT)
  // The page locked itself during the night: the first movement only shows the lock screen.
  await page.mouse.move(5, 5)
  await page.waitForFunction(() => document.getElementById('lock-title') !== null, undefined, {
    polling: 100,
  })
  for (const { plan, patient } of booked) {
    if (plan.offline === undefined) continue
    await page.getByRole('grid', { name: 'Visits' }).getByText(patient).first().click()
    const panel = page.getByRole('dialog').filter({ hasText: patient })
    await panel.getByRole('tab', { name: /Payments/ }).click()
    await panel.getByRole('button', { name: 'Record Payment' }).click()
    const payment = page.getByRole('dialog', { name: 'Record Payment' })
    await payment.getByLabel('Amount, Cash').fill((plan.offline / 100).toFixed(2))
    await page.keyboard.press('Enter')
    const receipt = page.getByRole('dialog', { name: 'Receipt Detail' })
    await receipt.getByRole('button', { name: 'Close' }).first().click()
    await panel.getByRole('button', { name: 'Back' }).click()
  }
  expect(await waitingOn(page)).toHaveLength(2)
}

async function readVisits(page: Page, figures: DayFigures): Promise<void> {
  await openScreen(page, `${server.url}/visits?branch=${BRANCH}&from_date=${DAY}&to_date=${DAY}`)
  const totals = page.getByLabel('Totals of the list')
  const foot = (name: string) => minorOf(totals.locator('div').filter({ hasText: new RegExp(`^${name}`) }))
  await expect(totals).toContainText(`${figures.visits} (${figures.cancelled} cancelled)`)
  expect({
    charges: await foot('Charges'),
    discount: await foot('Discount'),
    net: await foot('Net Charges'),
    paid: await foot('Paid'),
    balance: await foot('Balance'),
  }).toEqual(amountsOf(figures))
  const rows = await csvOf(page)
  expect(rows).toHaveLength(figures.visits + figures.cancelled)
  const live = rows.filter((row) => row['Visit Status'] !== 'Cancelled')
  expect(sumsOf(live)).toEqual(amountsOf(figures))
  await page.getByRole('button', { name: 'Department Wise Summary' }).click()
  const all = page
    .getByRole('table', { name: 'Department Wise Summary' })
    .getByRole('row', { name: /^Total/ })
  expect(await minorOf(all.getByRole('cell').nth(3))).toBe(figures.net)
}

const amountsOf = ({ charges, discount, net, paid, balance }: DayFigures) => ({
  charges,
  discount,
  net,
  paid,
  balance,
})
const sumsOf = (rows: readonly Record<string, string>[]) => ({
  charges: total(rows, 'Charges'),
  discount: total(rows, 'Discount'),
  net: total(rows, 'Net Charges'),
  paid: total(rows, 'Paid'),
  balance: total(rows, 'Balance'),
})

async function readSales(page: Page, figures: DayFigures): Promise<void> {
  await openScreen(page, `${server.url}/sales-report?${OF_DAY}`)
  const line = (name: string) => minorOf(page.getByRole('link', { name: new RegExp(`^${name}.*₹`) }))
  await expect(page.getByRole('link', { name: /^All received/ })).toBeVisible()
  expect({
    charges: await line('Invoice raised'),
    discount: await line('Discount'),
    net: await line('Net amount'),
    paid: await line('Received(?! for)'),
    balance: await line('Balance'),
  }).toEqual(amountsOf(figures))
  expect(await line('All received')).toBe(figures.collected)
  expect(await line('Received for cancelled invoices')).toBe(figures.forCancelled)
  expect(await line('Cancelled since')).toBe(0)
  const modes = page.getByRole('table', { name: 'By mode' })
  for (const [mode, minor] of figures.byMode)
    expect(await minorOf(rowOf(modes, label(mode)).locator('td').last()), mode).toBe(minor)
  const people = await csvOf(page)
  expect(total(people, 'Net')).toBe(figures.collected)

  for (const [tab, table] of [
    ['invoices', 'Sales Invoices'],
    ['services', 'Service Wise'],
  ] as const) {
    await openScreen(page, `${server.url}/sales-report?tab=${tab}&${OF_DAY}`)
    const foot = rowOf(page.getByRole('table', { name: table }), 'Total')
    for (const [header, name] of Object.entries(HEADERS))
      expect(await minorOf(cellUnder(foot, header)), `${table}: ${header}`).toBe(figures[name])
    expect(sumsOf(await csvOf(page)), `${table} as a file`).toEqual(amountsOf(figures))
  }
  await openScreen(page, `${server.url}/sales-report?tab=receipts&kind=All&${OF_DAY}`)
  const foot = rowOf(page.getByRole('table', { name: 'Receipts' }), 'Total')
  expect(await minorOf(cellUnder(foot, 'Amount'))).toBe(figures.collected)
  const movements = await csvOf(page)
  const signed = movements.map((row) => {
    // A cancelled amount is negative already.
    return (row.Type?.startsWith('Refund') ? -1 : 1) * minorOfNumber(row.Amount)
  })
  expect(signed.reduce((all, minor) => all + minor, 0)).toBe(figures.collected)
}

const HEADERS = {
  Charges: 'charges',
  Discount: 'discount',
  'Net Charges': 'net',
  Paid: 'paid',
  Balance: 'balance',
} as const satisfies Record<string, keyof DayFigures>

/** Returns the cell of a sales row under this header; it also contains the header for narrow screens. */
const cellUnder = (row: Locator, header: string) => row.locator(`td[data-label="${header}"]`)

async function readPdf(page: Page, figures: DayFigures): Promise<void> {
  await openScreen(page, `${server.url}/sales-report?${OF_DAY}`)
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sales Report - PDF' })
  const text = pageTexts(await fileOf(page, dialog.getByRole('button', { name: 'Download PDF' }))).join('\n')
  for (const minor of [...Object.values(amountsOf(figures)), figures.collected, ...figures.byMode.values()])
    expect(text).toContain(inPaper(minor))
}

const inPaper = (minor: number) =>
  (minor / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

async function readBi(page: Page, figures: DayFigures): Promise<void> {
  await openScreen(page, `${server.url}/ezzy-bi?${OF_DAY}`)
  const payment = page.getByRole('region', { name: 'Total Payment' })
  expect(await minorOf(payment.getByRole('link', { name: /^₹/ }).first())).toBe(figures.collected)
  const visits = page.getByRole('region', { name: /New.*Repeated/ })
  await expect(visits.getByRole('link', { name: String(figures.visits), exact: true })).toBeVisible()
}

async function reconcile(page: Page, figures: DayFigures): Promise<void> {
  const address = `${server.url}/reconcile?branch=${BRANCH}&day=${DAY}`
  await page.goto(address)
  const columns = page.getByRole('table', { name: 'Money of the day by mode' })
  const totals = rowOf(columns, 'Total').locator('td')
  const all = async () => Promise.all([1, 2, 3, 4].map((place) => minorOf(totals.nth(place))))
  await expect(columns).toBeVisible()
  expect(await all()).toEqual([
    figures.collected - figures.late,
    figures.collected,
    figures.collected,
    figures.collected,
  ])
  await expect(page.getByText('The columns differ, and the entries below explain all of it.')).toBeVisible()
  await page.getByText('Arrived on a later day').click()
  const arrived = page.getByRole('table', { name: 'Arrived on a later day' })
  await expect(arrived.locator('tbody tr')).toHaveCount(2)
  for (const amount of ['₹444.44', '₹1,500.05']) await expect(arrived).toContainText(amount)

  await closeDrawer(page, DESK, figures.late)
  await page.goto(address)
  await expect(page.getByText('All four columns agree.')).toBeVisible()
  expect(await all()).toEqual([1, 2, 3, 4].map(() => figures.collected))
  for (const [mode, minor] of figures.byMode) {
    const cells = rowOf(columns, label(mode)).locator('td')
    for (const place of [1, 2, 3, 4]) expect(await minorOf(cells.nth(place)), mode).toBe(minor)
  }
  // The next day contains nothing of it.
  await openScreen(page, `${server.url}/reconcile?branch=${BRANCH}&day=${addDays(DAY, 1)}`)
  await expect(page.getByText('No money moved on this day')).toBeVisible()
}
