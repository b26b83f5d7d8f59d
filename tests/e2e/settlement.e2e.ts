import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { countMasters } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { openScreen } from './helpers/open-screen.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
  await openAllDay(server)
})
test.afterAll(() => server?.stop())
const manager = onePage(() => server, 'manager.andheri')

const HOSPITAL = 'Lilavati Emergency'
const NAME = 'Sarla Scheme'

const amountOf = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.]/g, ''))

/** Books a person under a hospital's scheme and opens the payments of the started visit. */
async function bookUnderScheme(page: Page) {
  await openScreen(page, `${server.url}/scheduler`)
  await page.getByRole('button', { name: 'Quick Book' }).click()
  const form = page.getByRole('dialog', { name: /Appointment/ })
  const field = (name: string) => form.getByRole('textbox', { name })
  const choose = async (name: string, option: string) => {
    await form.getByRole('combobox', { name, exact: true }).fill(option)
    await page.getByRole('option', { name: option }).first().click()
  }
  await form.getByRole('button', { name: 'New patient' }).click()
  await field('First name').fill('Sarla')
  await field('Last name').fill('Scheme')
  await field('Mobile').fill('9822244455')
  await form.getByText('Female', { exact: true }).click()
  await field('Years').fill('61')
  await choose('Add a service', 'X-Ray Chest PA')
  await choose('Referral hospital', HOSPITAL)
  await choose('Hospital scheme', 'Half and half')
  await form.getByRole('button', { name: 'Book & Proceed' }).click()
  return page.getByRole('dialog').filter({ hasText: NAME })
}

test('a scheme invoice goes from its booking to the offset commission, and the rest is paid by transfer', async () => {
  const page = manager()
  await expect.poll(() => countMasters(page, 'service')).toBeGreaterThan(0)
  // The centre pays this hospital a commission: the department's default rate.
  await askDatabase(server, 'update app_user set ref_dr_is_commission = true where username = $1', [
    'ref.lilavati',
  ])
  const panel = await bookUnderScheme(page)
  await panel.getByRole('button', { name: 'Record Payment' }).click()
  await page.getByRole('dialog', { name: 'Record Payment' }).getByLabel('Amount, Cash').press('Enter')
  const receipt = page.getByRole('dialog', { name: 'Receipt Detail' })
  await receipt.getByRole('button', { name: 'Close' }).first().click()
  // The patient has paid their half; the hospital owes the other half.
  await expect(panel.getByText('Partial Paid').first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Record Payment' })).toBeDisabled()

  // Just after midnight, the demo's later visits of today fill the first page.
  const openVisits = async () => {
    await openScreen(page, `${server.url}/visits`)
    await page.getByRole('textbox', { name: /^Search/ }).fill(NAME)
    // The search moves the list and clears the earlier selection.
    await expect(page.getByText(`Search: ${NAME}`)).toBeVisible()
  }
  await openVisits()
  const grid = page.getByRole('grid', { name: 'Visits' })
  const box = grid.getByRole('checkbox', { name: new RegExp(`^Select .* ${NAME}$`) })
  const settle = page.getByRole('button', { name: 'Settle', exact: true })
  await expect(settle).toHaveAttribute('aria-disabled', 'true')
  await box.check()
  await settle.click()
  const dialog = page.getByRole('dialog', { name: `Scheme Invoices Settlement: ${HOSPITAL} (Hospital)` })
  const row = dialog.getByRole('table', { name: 'Scheme invoices' }).getByRole('row').nth(1)
  const visitNo = (await row.getByRole('cell').first().textContent()) ?? ''
  const rest = amountOf(await row.getByRole('cell').nth(6).textContent())
  const commission = amountOf(await row.getByRole('cell').nth(7).textContent())
  expect(rest).toBeGreaterThan(commission)
  expect(commission).toBeGreaterThan(0)
  const amount = row.getByRole('textbox')
  await expect(amount).toHaveValue(rest.toFixed(2))
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(dialog.getByText('Choose a settlement mode.')).toBeVisible()

  const mode = dialog.getByRole('combobox', { name: 'Settlement mode' })
  await mode.click()
  await page.getByRole('option', { name: 'Spcl. Disc.' }).click()
  await expect(amount).toHaveValue(commission.toFixed(2))
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(dialog.getByRole('button', { name: 'Settle' })).toBeVisible()
  expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('1 invoice settled')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // The branch's day, in whichever time zone this browser is.
  const day = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
  await openScreen(page, `${server.url}/referral?commission_status=Settled&from_date=${day}&to_date=${day}`)
  const used = page
    .getByRole('table', { name: 'Referral commissions' })
    .getByRole('row')
    .filter({ hasText: visitNo })
  await expect(used).toContainText('Used')
  await expect(used).toContainText('Settled')

  await openVisits()
  await box.check()
  await settle.click()
  await expect(amount).toHaveValue((rest - commission).toFixed(2))
  await mode.click()
  await page.getByRole('option', { name: 'Transfer' }).click()
  await dialog.getByRole('textbox', { name: 'Reference no.' }).fill('UTR 4711')
  await dialog.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('1 invoice settled')).toBeVisible()
  // A paid invoice cannot be selected.
  await expect(box).toBeDisabled()

  const [stored] = await askDatabase<{ modes: string[]; status: string; settled: number; numbers: number[] }>(
    server,
    `select array_agg(r.mode order by r.receipt_no) as modes, v.payment_status as status, v.settled::float,
       array_agg(substr(r.receipt_no, 2)::int order by r.receipt_no) as numbers
     from visit v join receipt r on r.client_id = v.client_id and r.visit_id = v.id
     where v.visit_no = $1 group by v.payment_status, v.settled`,
    [visitNo],
  )
  expect(stored).toMatchObject({ modes: ['Cash', 'Commission', 'Transfer'], status: 'Paid', settled: rest })
  const [first = 0] = stored?.numbers ?? []
  expect(stored?.numbers).toEqual([first, first + 1, first + 2])
})
