import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

/** Inserts a started visit of today at the desk's branch with a debt of 1,000 rupees; returns its accession number. */
async function owe(): Promise<string> {
  const [service] = await askDatabase<{ visit_id: string; accession_no: string }>(
    server,
    `select s.visit_id, s.accession_no from visit_service s join visit v on v.id = s.visit_id
     join branch b on b.id = v.branch_id
     where b.name like '%Andheri%' and v.is_radiology and v.status between 5 and 7 and s.modality = 'CT'
       and s.visit_machine_id is not null and s.accession_no <> ''
       and (v.start_dt at time zone 'Asia/Kolkata')::date = (now() at time zone 'Asia/Kolkata')::date
     order by s.status, v.start_dt limit 1`,
  )
  if (!service) throw new Error('no visit of the demo was started today')
  const visit = [service.visit_id]
  await askDatabase(server, 'delete from receipt where visit_id = $1', visit)
  await askDatabase(server, `delete from visit_service where visit_id = $1 and accession_no <> $2`, [
    service.visit_id,
    service.accession_no,
  ])
  const price = 'charges = 1000, net_charges = 1000, discount = 0'
  await askDatabase(server, `update visit_service set ${price} where visit_id = $1`, visit)
  await askDatabase(
    server,
    `update visit set ${price}, received = 0, refunded = 0, payment_status = 'Pending' where id = $1`,
    visit,
  )
  return service.accession_no
}

async function openPayments(page: Page, accession: string): Promise<Locator> {
  await openScreen(page, `${server.url}/scan-worklist`)
  const entry = page.getByRole('listitem').filter({ hasText: accession })
  await entry.getByRole('button', { name: /open/i }).first().click()
  const panel = page.getByRole('dialog').first()
  await panel.getByRole('tab', { name: /Payments/ }).click()
  return panel
}

test('a payment is split, refunded, cancelled, and the day is closed', async ({ page }) => {
  const accession = await owe()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
  const panel = await openPayments(page, accession)
  const figures = panel.getByLabel('Money of the visit')
  await expect(figures).toContainText('₹1,000.00')
  await expect(figures).toContainText('Pending')

  await panel.getByRole('button', { name: 'Record Payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(payment.getByLabel('Amount, Cash')).toHaveValue('1000.00')
  await payment.getByLabel('Amount, Cash').fill('600')
  await payment.getByLabel('Cash handed over').fill('1000')
  await expect(payment.getByText('Change ₹400.00')).toBeVisible()
  await payment.getByText('GPay', { exact: true }).click()
  await expect(payment.getByLabel('Amount, GPay')).toHaveValue('400.00')
  await payment.getByLabel('Amount, GPay').fill('400.01')
  await page.keyboard.press('Enter')
  await expect(payment.getByRole('alert')).toHaveText('You can not receive more than balance!')
  await payment.getByLabel('Amount, GPay').fill('300')
  await page.keyboard.press('Enter')

  const paper = page.getByRole('dialog', { name: 'Receipt Detail' })
  await paper.getByRole('button', { name: 'Close' }).first().click()
  await expect(figures).toContainText('Partial Paid')
  const list = panel.getByRole('table', { name: 'Receipts and refunds' })
  await expect(list.getByRole('row')).toHaveCount(3)

  await panel.getByRole('button', { name: 'Create Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Create Refund' })
  // The refund begins with the received amounts, by mode.
  await expect(refund.getByLabel('Amount, Cash')).toHaveValue('600.00')
  await expect(refund.getByLabel('Amount, GPay')).toHaveValue('300.00')
  await refund.getByRole('button', { name: 'Remove GPay' }).click()
  await refund.getByLabel('Amount, Cash').fill('900.01')
  await page.keyboard.press('Enter')
  await expect(refund.getByRole('alert')).toHaveText('You can not refund more than received!')
  await refund.getByLabel('Amount, Cash').fill('100')
  await page.keyboard.press('Enter')
  await expect(refund.getByRole('alert')).toHaveText('Give the reason for the refund.')
  await expect(refund.getByLabel('Reason of the refund')).toBeFocused()
  await refund.getByLabel('Reason of the refund').fill('Too much was taken.')
  await refund.getByRole('button', { name: 'Create Refund' }).click()
  await page
    .getByRole('dialog', { name: 'Refund Detail' })
    .getByRole('button', { name: 'Close' })
    .first()
    .click()

  const gpay = list.getByRole('row').filter({ hasText: 'GPay' })
  await gpay.getByRole('button', { name: /^Cancel R/ }).click()
  const why = page.getByRole('dialog', { name: /^Cancel receipt/ })
  await why.getByRole('button', { name: 'Cancel receipt' }).click()
  await expect(why.getByText('A reason is required.')).toBeVisible()
  await why.getByLabel('Reason').fill('Paid by card instead.')
  await page.keyboard.press('Tab')
  await why.getByRole('button', { name: 'Cancel receipt' }).click()
  await expect(gpay).toContainText('Cancelled')
  await expect(gpay).toContainText('Paid by card instead.')
  await expect(figures).toContainText('₹500.00')
  await expectAccessible(page, { within: ['[role=dialog]'] })

  await closeDay(page)
})

async function closeDay(page: Page): Promise<void> {
  await openScreen(page, `${server.url}/day-close`)
  const cash = page
    .getByRole('table', { name: 'Recorded and not closed' })
    .getByRole('row', { name: /^Cash/ })
  const form = page.getByRole('form', { name: 'Close the day' })
  await expect(form.getByText('after you counted')).toBeVisible()
  await expect(cash).toHaveCount(0)
  await form.getByLabel('Counted cash').fill('490')
  await form.getByRole('button', { name: 'Count', exact: true }).click()
  await expect(cash).toContainText('₹100.00')
  await form.getByRole('button', { name: 'Close the day' }).click()
  await expect(form.getByText('Explain why the counted and recorded amounts differ.')).toBeVisible()
  await form.getByLabel('Note').fill('Ten rupees short.')
  await form.getByRole('button', { name: 'Close the day' }).click()
  const sheet = page.getByRole('dialog', { name: 'Day close' })
  await sheet.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('tab', { name: 'Earlier closes' }).click()
  await expect(page.getByRole('table', { name: 'Earlier closes' })).toContainText('Ten rupees short.')
  await expectAccessible(page)
}
