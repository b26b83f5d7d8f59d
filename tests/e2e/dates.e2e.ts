import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { formatDay } from '#domain/time/formats.ts'
import { addDays, type DayText, dayAt } from '#domain/time/zones.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

/** The branch's time zone; the browser of the walk is in New York and writes dates in American format. */
const ZONE = 'Asia/Kolkata'
const NEW_YORK = 'America/New_York'

let server: RunningServer
let context: BrowserContext
let page: Page
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  context = await browser.newContext({ locale: 'en-US', timezoneId: NEW_YORK })
  page = await context.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
})
test.afterAll(async () => {
  await context?.close()
  await server?.stop()
})

const today = () => dayAt(new Date(), ZONE)
const lastSaturday = (day: DayText) => addDays(day, -(new Date(day).getUTCDay() + 1))
const date = () => page.getByRole('combobox', { name: 'Date', exact: true })
const calendar = () => page.getByRole('dialog', { name: 'Calendar' })

test('an American browser shows DD MMM YYYY, and a short typed date is read as a day at the branch', async () => {
  await page.goto(`${server.url}/scheduler`)
  await expect(date()).toHaveValue(formatDay(today()))
  for (const [typed, day] of [
    ['+1', addDays(today(), 1)],
    ['3 2 2027', '2027-02-03'],
    ['040227', '2027-02-04'],
    ['5 Feb 27', '2027-02-05'],
    ['2027-02-06', '2027-02-06'],
    ['t', today()],
  ] as const) {
    await date().fill(typed)
    await date().press('Enter')
    await expect(date(), typed).toHaveValue(formatDay(day))
    await expect(page.locator('main').getByText(formatDay(day)).first()).toBeVisible()
  }
})

test('a date typed in American order is rejected with a message, and the calendar keeps its day', async () => {
  await page.goto(`${server.url}/scheduler`)
  await date().fill('11/23/2026')
  await date().press('Tab')
  await expect(page.getByText('There is no month 23. Type the day before the month.')).toBeVisible()
  await expect(date()).toHaveValue('11/23/2026')
  await expect(page.locator('main').getByText(formatDay(today())).first()).toBeVisible()
})

test('the calendar works by keyboard: arrows cross the end of a month, Enter selects, Escape only closes', async () => {
  await page.goto(`${server.url}/scheduler`)
  await date().fill('31 1 2027')
  await date().press('Enter')
  await date().press('ArrowDown')
  await expect(calendar().getByRole('button', { name: '31 January 2027', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(calendar().getByRole('button', { name: '1 February 2027', exact: true })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(calendar().getByRole('button', { name: '1 March 2027', exact: true })).toBeFocused()
  await expectAccessible(page, { within: ['main', '[role="dialog"]'] })
  await page.keyboard.press('Escape')
  await expect(calendar()).toHaveCount(0)
  await expect(date()).toBeFocused()
  await expect(date()).toHaveValue('31 Jan 2027')
  await date().press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(date()).toHaveValue('07 Feb 2027')
})

test('a range of days accepts typing and quick ranges, also at 390 px', async () => {
  await page.goto(`${server.url}/lab-reports`)
  await page.setViewportSize({ width: 390, height: 844 })
  // The list has no branch: its days use the time zone that the person's branches share.
  const local = today()
  const [from, to] = [
    page.getByRole('combobox', { name: 'From' }),
    page.getByRole('combobox', { name: 'To' }),
  ]
  await from.fill('-6')
  await from.press('Tab')
  await expect(from).toHaveValue(formatDay(addDays(local, -6)))
  await to.fill('t')
  await to.press('Tab')
  await expect(to).toHaveValue(formatDay(local))
  await page.locator('main').getByRole('button', { name: 'Open calendar' }).last().click()
  const panel = calendar()
  await expect(panel.getByRole('radio', { name: 'Week' })).toBeChecked()
  const box = await panel.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  // On any day of the week: a weekend's muted colour must not replace the colour of a chosen day.
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await from.fill(formatDay(lastSaturday(local)))
  await from.press('Tab')
  await page.locator('main').getByRole('button', { name: 'Open calendar' }).last().click()
  await expect(panel.locator('[data-weekend][data-first-in-range]')).toBeVisible()
  await expectAccessible(page, { within: ['main', '[role="dialog"]'] })
  await panel.getByText('Yesterday').click()
  await expect(from).toHaveValue(formatDay(addDays(local, -1)))
  await expect(to).toHaveValue(formatDay(addDays(local, -1)))
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a time is shown as hh:mm with AM or PM and can be typed in short', async () => {
  await page.goto(`${server.url}/scheduler`)
  await date().fill('+1')
  await date().press('Enter')
  await page.getByRole('button', { name: /18:00, free$/ }).click()
  const form = page.getByRole('dialog', { name: /Appointment/ })
  await form.getByRole('combobox', { name: 'Name, phone, patient ID or national ID' }).fill('Ganesh')
  await page
    .getByRole('option', { name: /Ganesh/ })
    .first()
    .click()
  await form.getByRole('tab', { name: 'Booking Details' }).click()
  const start = form.getByRole('combobox', { name: 'Start' })
  await expect(start).toHaveValue('06:00 PM')
  await start.fill('1840')
  await start.press('Tab')
  await expect(start).toHaveValue('06:40 PM')
  await expect(form.getByRole('combobox', { name: 'Date' })).toHaveValue(formatDay(addDays(today(), 1)))
})
