import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { countMasters } from './browser/device-store.ts'
import { openScreen } from './open-screen.ts'
import { AT_A_DESK, openBrowser, signIn } from './people.ts'

/** An unregistered person, and the services they need. */
export interface WalkIn {
  first: string
  last: string
  mobile: string
  gender: 'Male' | 'Female'
  /** Years. */
  age: number
  service: string
  /** Further services. */
  more?: readonly string[]
  /** The typed cash amount; the rest is paid by GPay. */
  cash: string
}

/** A click, an entry or a key of the person at the desk. */
export type Step = (act: Promise<unknown>) => Promise<void>

const justDone: Step = async (act) => {
  await act
}

/**
 * Opens a signed-in desk that is ready for the next patient, with the app and the prices on it: in a running
 * browser, or in a separate one on a profile that outlives it. Its clock is `aheadMs` ahead of the server's.
 */
export async function openDesk(
  place: Browser | string,
  url: string,
  username: string,
  aheadMs = 0,
): Promise<{ desk: BrowserContext; page: Page }> {
  const desk = typeof place === 'string' ? await openBrowser(place) : await place.newContext(AT_A_DESK)
  // A headless browser has no print dialog.
  await desk.addInitScript(() => {
    window.print = () => undefined
  })
  if (aheadMs !== 0) await desk.addInitScript(shiftClock, aheadMs)
  const page = desk.pages()[0] ?? (await desk.newPage())
  await signIn(page, url, username)
  await expect.poll(() => countMasters(page, 'service')).toBeGreaterThan(0)
  await openScreen(page, `${url}/scheduler`)
  await expect(page.getByRole('button', { name: 'Quick Book' })).toBeEnabled()
  return { desk, page }
}

/** Moves every Date of the page ahead of the machine's clock. Runs in the page. */
function shiftClock(ahead: number): void {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(Real.now() + ahead)
      else super(...given)
    }
    static override now(): number {
      return Real.now() + ahead
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof Real
    }
  } as DateConstructor
}

/**
 * Registers a person in the quick book, books the services and starts the visit; returns its panel, on the
 * payments.
 */
export async function bookWalkIn(page: Page, walkIn: WalkIn, step: Step = justDone): Promise<Locator> {
  const { first, last, mobile, gender, age, service, more = [] } = walkIn
  const form = page.getByRole('dialog', { name: /Appointment/ })
  const field = (name: string) => form.getByRole('textbox', { name })
  await step(page.getByRole('button', { name: 'Quick Book' }).click())
  await step(form.getByRole('button', { name: 'New patient' }).click())
  await step(field('First name').fill(first))
  await step(field('Last name').fill(last))
  await step(field('Mobile').fill(mobile))
  await step(form.getByText(gender, { exact: true }).click())
  await step(field('Years').fill(String(age)))
  for (const one of [service, ...more]) {
    await step(form.getByRole('combobox', { name: 'Add a service' }).fill(one))
    await step(page.getByRole('option', { name: one }).first().click())
  }
  await step(form.getByRole('button', { name: 'Book & Proceed' }).click())
  return page.getByRole('dialog').filter({ hasText: `${first} ${last}` })
}

/** Pays the visit of the open panel with two modes; returns the receipt, which prints itself. */
export async function payInTwoWays(
  page: Page,
  panel: Locator,
  cash: string,
  step: Step = justDone,
): Promise<Locator> {
  await step(panel.getByRole('button', { name: 'Record Payment' }).click())
  const payment = page.getByRole('dialog', { name: 'Record Payment' })
  await step(payment.getByLabel('Amount, Cash').fill(cash))
  await step(payment.getByText('GPay', { exact: true }).click())
  await step(page.keyboard.press('Enter'))
  const receipt = page.getByRole('dialog', { name: 'Receipt Detail' })
  await expect(receipt).toBeVisible()
  return receipt
}

/** Pays the whole debt as proposed, in cash; returns the receipt, which prints itself. */
export async function payAsOffered(page: Page, panel: Locator, step: Step = justDone): Promise<Locator> {
  await step(panel.getByRole('button', { name: 'Record Payment' }).click())
  await expect(page.getByRole('dialog', { name: 'Record Payment' })).toBeVisible()
  await step(page.keyboard.press('Enter'))
  const receipt = page.getByRole('dialog', { name: 'Receipt Detail' })
  await expect(receipt).toBeVisible()
  return receipt
}

/** Closes the receipt; the visit's panel is visible again. */
export async function closeReceipt(receipt: Locator): Promise<void> {
  await receipt.getByRole('button', { name: 'Close' }).first().click()
  await expect(receipt).toHaveCount(0)
}
