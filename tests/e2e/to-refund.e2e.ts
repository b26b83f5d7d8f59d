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

/**
 * Inserts a visit of today at the desk's branch that waits for its scan: of 1,000 rupees the patient owes
 * 400, the scheme the rest.
 */
async function underScheme(): Promise<{ id: string; no: string; accession: string }> {
  const [visit] = await askDatabase<{ id: string; no: string; accession: string }>(
    server,
    `select v.id, v.visit_no as no, s.accession_no as accession from visit v
     join visit_service s on s.client_id = v.client_id and s.visit_id = v.id
     join branch b on b.client_id = v.client_id and b.id = v.branch_id
     where b.name like '%Andheri%' and v.is_radiology and v.status = 5 and s.status = 5 and s.accession_no <> ''
       and (v.start_dt at time zone 'Asia/Kolkata')::date = (now() at time zone 'Asia/Kolkata')::date
     order by v.start_dt, v.id limit 1`,
  )
  if (!visit) throw new Error('no patient of the demo waits for a scan')
  await askDatabase(server, 'delete from receipt where visit_id = $1', [visit.id])
  await askDatabase(server, 'delete from visit_service where visit_id = $1 and accession_no <> $2', [
    visit.id,
    visit.accession,
  ])
  const price = 'charges = 1000, net_charges = 1000, discount = 0'
  await askDatabase(server, `update visit_service set ${price} where visit_id = $1`, [visit.id])
  await askDatabase(
    server,
    `update visit v set ${price}, received = 0, refunded = 0, payment_status = 'Pending', patient_share = 40,
       ref_dr_scheme_type = 'Hospital', ref_dr_scheme_id = (select s.id from ref_dr_scheme s
         where s.client_id = v.client_id and s.hidden is null order by s.id limit 1)
     where v.id = $1`,
    [visit.id],
  )
  return visit
}

async function pay(page: Page, panel: Locator, amount: string): Promise<void> {
  await panel.getByRole('button', { name: 'Record Payment' }).click()
  const payment = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(payment.getByLabel('Amount, Cash')).toHaveValue('400.00')
  await payment.getByLabel('Amount, Cash').fill(amount)
  await payment.getByRole('button', { name: 'Record Payment' }).click()
  const paper = page.getByRole('dialog', { name: 'Receipt Detail' })
  await paper.getByRole('button', { name: 'Close' }).first().click()
}

test('a cancelled, partly paid scheme visit goes from To refund to the day close of the next day', async ({
  page,
}) => {
  const visit = await underScheme()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
  await openScreen(page, `${server.url}/scan-worklist`)
  const entry = page.getByRole('listitem').filter({ hasText: visit.accession })
  await entry.getByRole('button', { name: /open/i }).first().click()
  const panel = page.getByRole('dialog').first()
  await panel.getByRole('tab', { name: /Payments/ }).click()
  const figures = panel.getByLabel('Money of the visit')
  await expect(figures).toContainText('Patient owes₹400.00')
  await expect(figures).toContainText('Scheme owes₹600.00')
  await pay(page, panel, '300')
  await expect(figures).toContainText('Patient owes₹100.00')

  // Cancelling names the money, needs a reason, and names the next step.
  await panel.getByRole('button', { name: 'Cancel Appointment' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel Appointment' })
  await expect(ask.getByText('₹300.00 was received from the patient.')).toBeVisible()
  const cancel = ask.getByRole('button', { name: 'Cancel Appointment, then refund' })
  await cancel.click()
  await expect(ask.getByText('A reason is required.')).toBeVisible()
  await ask.getByLabel('Reason').fill('Has fever.')
  await cancel.click()
  await expect(panel.getByText('To refund ₹300.00')).toBeVisible()
  await expect(figures).toContainText('Patient owes₹0.00')
  await expect(figures).toContainText('Scheme owes₹0.00')
  await expect(panel.getByRole('tab', { name: 'Payments To refund' })).toBeVisible()

  // The money is in yesterday's drawer, which was closed: a refund of today belongs to today's drawer.
  await askDatabase(
    server,
    `update receipt set business_day = business_day - 1, taken_on = taken_on - interval '1 day',
       day_close_id = gen_random_uuid() where visit_id = $1`,
    [visit.id],
  )
  await openScreen(page, `${server.url}/day-close?tab=refunds`)
  const open = page.getByRole('table', { name: 'To refund' }).getByRole('row').filter({ hasText: visit.no })
  await expect(open).toContainText('₹300.00')
  await expect(open).toContainText('Cancelled')
  await expectAccessible(page)
  await open.getByRole('button', { name: `Open visit ${visit.no}` }).click()
  await page.getByRole('button', { name: 'Refund ₹300.00' }).click()
  const refund = page.getByRole('dialog', { name: 'Create Refund' })
  await expect(refund.getByLabel('Amount, Cash')).toHaveValue('300.00')
  await refund.getByLabel('Reason of the refund').fill('Cancelled: fever.')
  await refund.getByRole('button', { name: 'Create Refund' }).click()
  await page
    .getByRole('dialog', { name: 'Refund Detail' })
    .getByRole('button', { name: 'Close' })
    .first()
    .click()
  await expect(page.getByRole('tab', { name: 'Payments Refunded' })).toBeVisible()

  await openScreen(page, `${server.url}/day-close?tab=refunds`)
  await expect(
    page.getByText('No money to refund').or(page.getByRole('table', { name: 'To refund' })),
  ).toBeVisible()
  await expect(open).toHaveCount(0)
  await openScreen(page, `${server.url}/day-close`)
  const form = page.getByRole('form', { name: 'Close the day' })
  await form.getByLabel('Counted cash').fill('0')
  await form.getByRole('button', { name: 'Count', exact: true }).click()
  const cash = page
    .getByRole('table', { name: 'Recorded and not closed' })
    .getByRole('row', { name: /^Cash/ })
  await expect(cash).toContainText('₹300.00')
  await form.getByLabel('Note').fill('Given back out of the float.')
  await form.getByRole('button', { name: 'Close the day' }).click()
  await page.getByRole('dialog', { name: 'Day close' }).getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('tab', { name: 'Earlier closes' }).click()
  await expect(page.getByRole('table', { name: 'Earlier closes' })).toContainText(
    'Given back out of the float.',
  )
})
