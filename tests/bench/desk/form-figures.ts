import type { Locator, Page } from '@playwright/test'
import { type Figure, ms, timingOf } from '../figures.ts'
import type { WeekRecords } from './desk-week.ts'
import { keysInto, watchKeys } from './typed-keys.ts'

const LIMIT_MS = 50

/** One form: how it is opened, and the texts for its fields. */
interface Form {
  name: string
  open: (page: Page, url: string, place: WeekRecords) => Promise<readonly (readonly [Locator, string])[]>
}

const booking = (page: Page) => page.getByRole('dialog', { name: /Appointment/ })

async function openScheduler(page: Page, url: string, { branch, department, machine, day }: WeekRecords) {
  await page.goto(
    `${url}/scheduler?branch=${branch}&department=${department}&place=${machine}&day=${day}&view=day`,
  )
  await page.getByRole('group', { name: 'Appointments' }).waitFor()
}

const FORMS: readonly Form[] = [
  {
    name: 'patient form',
    open: async (page, url) => {
      await page.goto(`${url}/patients`)
      await page.getByRole('button', { name: 'New patient' }).click()
      const form = page.getByRole('form', { name: 'New patient' })
      return [
        [form.getByLabel('Mobile'), '9000007919'],
        [form.getByLabel('First name'), 'Purushottam Ramchandra'],
        [form.getByLabel('Last name'), 'Krishnamurthy Deshmukh'],
      ]
    },
  },
  {
    name: 'quick book',
    open: async (page, url, place) => {
      await openScheduler(page, url, place)
      await page.getByRole('button', { name: 'Quick Book' }).click()
      const form = booking(page)
      await form.getByRole('button', { name: 'New patient' }).click()
      return [
        [form.getByRole('textbox', { name: 'Mobile' }), '9000007919'],
        [form.getByRole('textbox', { name: 'First name' }), 'Bhagyashree Chandrakant'],
        [form.getByRole('combobox', { name: 'Add a service' }), 'CT Brain Plain'],
      ]
    },
  },
  {
    name: 'appointment form',
    open: async (page, url, place) => {
      await openScheduler(page, url, place)
      await page
        .getByRole('button', { name: /, free$/ })
        .last()
        .press('Enter')
      const search = booking(page).getByRole('combobox', { name: 'Name, phone, patient ID or national ID' })
      return [[search, 'Ramesh Deshmukh Krishnamurthy Subramanian']]
    },
  },
  {
    name: 'payment',
    open: async (page, url, { accession }) => {
      await page.goto(`${url}/scan-worklist`)
      await page.getByRole('tab', { name: /^CT/ }).click()
      const entry = page.getByRole('listitem').filter({ hasText: accession })
      await entry.getByRole('button', { name: /open/i }).first().click()
      const panel = page.getByRole('dialog').first()
      await panel.getByRole('tab', { name: /Payments/ }).click()
      await panel.getByRole('button', { name: 'Record Payment' }).click()
      const payment = page.getByRole('dialog', { name: 'Record Payment' })
      const cash = payment.getByLabel('Amount, Cash')
      await cash.fill('')
      return [[cash, '12.345.67.89']]
    },
  },
  {
    name: 'day close',
    open: async (page, url) => {
      await page.goto(`${url}/day-close`)
      const form = page.getByRole('form', { name: 'Close the day' })
      return [
        [form.getByLabel('Counted cash'), '1234567.89'],
        [form.getByLabel('Note'), 'Ten rupees short, counted twice by two.'],
      ]
    },
  },
]

/** Measures the time of a key in the desk's forms, from its press to its frame. */
export async function formFigures(page: Page, url: string, place: WeekRecords): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, open } of FORMS) {
    const fields = await open(page, url, place)
    await watchKeys(page)
    const times: number[] = []
    for (const [field, text] of fields) times.push(...(await keysInto(page, field, text)))
    const { p95, median } = timingOf(times)
    figures.push({
      name: `${name}: p95 of ${times.length} keystrokes`,
      value: ms(p95),
      control: `median ${ms(median)}`,
      limit: `under ${LIMIT_MS} ms`,
      ok: p95 < LIMIT_MS,
    })
  }
  return figures
}
