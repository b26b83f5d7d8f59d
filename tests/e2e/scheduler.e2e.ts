import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { countMasters, expectDrained, goOffline } from './helpers/browser/device-store.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { openScreen } from './helpers/open-screen.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let context: BrowserContext
let page: Page

// One desk and one loaded app for all steps: each uses the calendar of tomorrow as the last one left it.
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startServer()
  await openAllDay(server)
})
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext(AT_A_DESK)
  page = await context.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
})
test.afterAll(async () => {
  await context?.close()
  await server?.stop()
})

const slot = (time: string) => page.getByRole('button', { name: new RegExp(`${time}, free$`) })
const appointment = (name: RegExp) =>
  page.getByRole('group', { name: 'Appointments' }).getByRole('button', { name })
const form = () => page.getByRole('dialog', { name: /Appointment/ })

async function addService(typed: string): Promise<void> {
  await form().getByRole('combobox', { name: 'Add a service' }).fill(typed)
  await page
    .getByRole('option', { name: new RegExp(typed, 'i') })
    .first()
    .click()
  await expect(form().getByRole('textbox', { name: /^Charges of/ })).toHaveCount(1)
}

/** Books the first patient in the search for `typed` at a slot of tomorrow. */
async function bookAt(time: string, typed: string): Promise<void> {
  await slot(time).click()
  const search = form().getByRole('combobox', { name: 'Name, phone, patient ID or national ID' })
  await search.fill(typed)
  await page
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click()
  await form().getByRole('tab', { name: 'Booking Details' }).click()
  await addService('CT Brain Plain')
  await form().getByRole('button', { name: 'Book Appointment' }).click()
}

test('a click on a free slot books it, and the server has the booking', async () => {
  await expect.poll(() => countMasters(page, 'machine')).toBeGreaterThan(0)
  await openScreen(page, `${server.url}/scheduler`)
  await page.getByRole('button', { name: 'Later' }).click()
  await bookAt('18:00', 'Ganesh')
  await expect(page.getByText('Appointment is on the server.')).toBeVisible()
  await expect(appointment(/^Ganesh.*18:00–18:20, Booked, Pending/)).toBeVisible()
  await expectAccessible(page, { within: ['main'] })
})

/** Drags the booking at a time to a free slot. */
async function drag(name: RegExp, time: string): Promise<void> {
  const box = await appointment(name).boundingBox()
  const target = await slot(time).boundingBox()
  if (!box || !target) throw new Error('the calendar does not show what is dragged')
  await page.mouse.move(box.x + 30, box.y + 6)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 20)
  await page.mouse.move(target.x + 30, target.y + 6, { steps: 6 })
  await page.mouse.up()
}

test('a drag moves a booking, Undo moves it back, and the other slot is free again', async () => {
  await drag(/^Ganesh.*18:00/, '18:40')
  const told = page.getByRole('status').filter({ hasText: /18:00 → .*18:40/ })
  await told.getByRole('button', { name: 'Undo' }).click()
  // The message disappears after a few seconds: the test checks it at once, in parallel with the calendar.
  await Promise.all([
    expect(page.getByText('Moved back.')).toBeVisible(),
    expect(appointment(/^Ganesh.*18:00–18:20/)).toBeVisible(),
  ])
  await drag(/^Ganesh.*18:00/, '18:40')
  await expect(appointment(/^Ganesh.*18:40–19:00, Rescheduled/)).toBeVisible()
  await expectDrained(page)
})

test('a slot taken by another desk is refused with the free slots, and the typed text stays', async () => {
  // The other desk books without this one's knowledge: its copies do not contain the booking yet.
  await context.route('**/api/sync/pull**', (route) => route.abort())
  await askDatabase(
    server,
    `update visit_machine set start_dt = start_dt - interval '80 minutes', end_dt = end_dt - interval '80 minutes'
      where visit_id in (select v.id from visit v join patient p on p.client_id = v.client_id and p.id = v.patient_id
        where p.fname = 'Ganesh') and start_dt > now() and extract(minute from start_dt at time zone 'Asia/Kolkata') = 40`,
  )
  await bookAt('17:20', 'Divya')
  const said = form().getByRole('alert').filter({ hasText: 'This slot is already booked.' })
  await expect(said).toBeVisible()
  expect(await said.evaluate(hiddenBelow), 'pixels of the refusal that are cut off').toBe(0)
  await expect(form().getByRole('textbox', { name: /^Charges of CT Brain Plain/ })).toBeVisible()
  await said.getByRole('button', { name: /CT 1/ }).first().click()
  await form().getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Appointment is on the server.')).toBeVisible()
  await context.unroute('**/api/sync/pull**')
})

test('an offline quick booking is shown dashed and gets its number after reconnecting', async () => {
  await goOffline(context)
  await page.getByRole('button', { name: 'Quick Book' }).click()
  await form().getByRole('button', { name: 'New patient' }).click()
  await form().getByRole('textbox', { name: 'First name' }).fill('Meera')
  await form().getByRole('textbox', { name: 'Last name' }).fill('Walkin')
  await form().getByRole('textbox', { name: 'Mobile' }).fill('9811122233')
  await form().getByText('Female', { exact: true }).click()
  await form().getByRole('textbox', { name: 'Years' }).fill('41')
  await addService('CT Brain Plain')
  await form().getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText(/Appointment is on this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  const booked = appointment(/^Meera Walkin.*on this device/)
  // Late in the evening the machine's first free slot is tomorrow.
  await booked.waitFor({ timeout: 5000 }).catch(() => page.getByRole('button', { name: 'Later' }).click())
  await expect(booked).toHaveAttribute('data-tentative', 'true')
  await context.setOffline(false)
  await expectDrained(page, 30_000)
  const rows = await askDatabase<{ visit_no: string; name: string }>(
    server,
    `select v.visit_no, p.fname as name from visit v
       join patient p on p.client_id = v.client_id and p.id = v.patient_id where p.lname = 'Walkin'`,
  )
  expect(rows).toEqual([{ visit_no: expect.stringMatching(/\d/), name: 'Meera' }])
})

test('on a phone the calendar scrolls within the screen, below its day headings', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openScreen(page, `${server.url}/scheduler`)
  const calendar = page.getByRole('group', { name: 'Appointments' })
  await expect(calendar).toBeVisible()
  expect((await calendar.boundingBox())?.height).toBeLessThan(844)
  const scrolled = calendar.locator('[data-body]').locator('..')
  expect(await scrolled.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(0)
})

/** Returns how many pixels of an element its scrolling parents cut off below. */
function hiddenBelow(element: Element): number {
  const { bottom } = element.getBoundingClientRect()
  let shown = innerHeight
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (getComputedStyle(parent).overflowY !== 'visible')
      shown = Math.min(shown, parent.getBoundingClientRect().bottom)
  return Math.max(0, Math.round(bottom - shown))
}
