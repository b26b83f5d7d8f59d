import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectDrained } from './helpers/browser/device-store.ts'
import { openDesk } from './helpers/desk-visit.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
  await openAllDay(server)
})
test.afterAll(async () => {
  await server?.stop()
})

/** A screen of 1440 by 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 }
/** The most presses of Tab to reach a field of the form. */
const TABS_MAX = 40

/** Presses Tab until a control has the focus, and checks after each press that the focused element is not covered. */
async function tabTo(page: Page, control: Locator): Promise<number> {
  for (let tabs = 0; tabs <= TABS_MAX; tabs += 1) {
    if (await control.evaluate((one) => one === document.activeElement)) return tabs
    await page.keyboard.press('Tab')
    await expectFocusSeen(page)
  }
  throw new Error(`${control.toString()} is not reached by Tab`)
}

/** Expects that the focused element is visible: nothing covers its centre, and it is inside the window. */
async function expectFocusSeen(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const active = document.activeElement
        // A radio button is drawn by its label; the input itself has no size.
        const shown =
          active instanceof HTMLInputElement && active.type === 'radio' ? active.labels?.[0] : active
        if (!shown || shown === document.body || shown.getAttribute('role') === 'dialog') return 'seen'
        const { left, top, width, height } = shown.getBoundingClientRect()
        const x = left + Math.min(width / 2, 40)
        const y = top + Math.min(height / 2, 20)
        const over = document.elementFromPoint(x, y)
        const isSeen = over !== null && (shown.contains(over) || over.contains(shown))
        return isSeen
          ? 'seen'
          : `${shown.outerHTML.slice(0, 120)} lies under ${over?.outerHTML.slice(0, 120)}`
      }),
    )
    .toBe('seen')
}

const PEOPLE = [
  { first: 'Keya', last: 'Firstkey', mobile: '9822266601' },
  { first: 'Keyur', last: 'Secondkey', mobile: '9822266602' },
  { first: 'Keval', last: 'Thirdkey', mobile: '9822266603' },
]

test('three walk-ins in a row by keyboard alone at 200 % zoom: nothing is covered, and a refusal keeps the focus in its form', async ({
  browser,
}) => {
  const { desk, page } = await openDesk(browser, server.url, DEMO_SIGN_IN.desk)
  await page.setViewportSize(ZOOMED)
  const form = page.getByRole('dialog', { name: /Appointment/ })
  const field = (name: string) => form.getByRole('textbox', { name })
  const type = async (control: Locator, text: string) => {
    await tabTo(page, control)
    await page.keyboard.type(text)
  }
  let keysOfTab = 0
  for (const [index, { first, last, mobile }] of PEOPLE.entries()) {
    const began = Date.now()
    // By the keyboard, from the focus that the last walk-in left.
    await page.getByRole('button', { name: 'Quick Book' }).focus()
    await page.keyboard.press('Enter')
    await expect(form).toBeVisible()
    if (index === 0) {
      // Booked too early: the message has the focus, and keys open nothing behind the form.
      await page.keyboard.press('Control+Enter')
      await expect(form.getByRole('alert').first()).toContainText('Choose or fill in a patient.')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(1)
      expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    }
    await form.getByRole('button', { name: 'New patient' }).focus()
    await page.keyboard.press('Enter')
    await expect(field('First name')).toBeFocused()
    await page.keyboard.type(first)
    await type(field('Last name'), last)
    await type(field('Mobile'), mobile)
    keysOfTab += await tabTo(page, form.getByRole('radio', { name: 'Male', exact: true }))
    await page.keyboard.press('Space')
    await type(field('Years'), '40')
    await type(form.getByRole('combobox', { name: 'Add a service' }), 'X-Ray Chest PA')
    await expect(page.getByRole('option', { name: 'X-Ray Chest PA' }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(form.getByRole('textbox', { name: /^Charges of X-Ray Chest PA/ })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(form).toHaveCount(0)
    console.log(`walk-in ${index + 1} by keyboard: ${Math.round((Date.now() - began) / 100) / 10} s`)
  }
  expect(keysOfTab).toBeLessThanOrEqual(3 * TABS_MAX)
  await expectDrained(page, 40_000)
  const stored = await askDatabase<{ lname: string; place: string; flags: string[] }>(
    server,
    `select p.lname, vm.machine_id || ' ' || vm.start_dt::text as place, v.flags
     from visit v join patient p on p.client_id = v.client_id and p.id = v.patient_id
     join visit_machine vm on vm.client_id = v.client_id and vm.visit_id = v.id
     where p.lname like '%key' order by v.created, v.id`,
  )
  expect(stored.map(({ lname }) => lname).toSorted()).toEqual(PEOPLE.map(({ last }) => last).toSorted())
  expect(new Set(stored.map(({ place }) => place)).size).toBe(3)
  expect(stored.flatMap(({ flags }) => flags)).toEqual([])
  await desk.close()
})
