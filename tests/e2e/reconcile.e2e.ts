import { expect, type Page, test } from '@playwright/test'
import { v7 as mintId } from 'uuid'
import { monthOf } from '#domain/money/month-lock.ts'
import { formatDay, formatMonthText } from '#domain/time/formats.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { openScreen } from './helpers/open-screen.ts'
import { tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const ANDHERI = SANJEEVANI.branches[0]?.id ?? ''
const ZONE = 'Asia/Kolkata'
const FIRST = `${monthOf(dayAt(new Date(), ZONE))}-01`
/** The last day of the month before. */
const LAST = addDays(FIRST, -1)
const MONTH = monthOf(LAST)
const NAME = formatMonthText(MONTH)

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

/** Delivers money now that the desk took offline at noon of the last day of the previous month. */
async function deliverLate(page: Page, amount: number): Promise<string> {
  const [visit] = await askDatabase<{ id: string; visit_no: string }>(
    server,
    `select id, visit_no from visit where branch_id = $1 and status = 7 and start_dt < now() order by start_dt desc limit 1`,
    [ANDHERI],
  )
  if (!visit) throw new Error('no visit of the demo was scanned')
  const taken_on = `${LAST}T06:30:00Z`
  const input = { appt_id: visit.id, taken_on, receipts: [{ id: mintId(), mode: 'Cash', amount }] }
  const command = {
    id: mintId(),
    call: 'appt/createReceipts',
    version: 1,
    at: taken_on,
    made_offline: true,
    input,
  }
  const answer = await page.request.post(`${server.url}/api/sync/commands`, {
    headers: { token: await tokenOf(page, server.url, DEMO_SIGN_IN.desk) },
    data: { device_id: mintId(), commands: [command] },
  })
  expect((await answer.json()).answers).toMatchObject([{ status: 200 }])
  return visit.visit_no
}

test('a month is locked, late money is booked in the open month with its own month shown, and unlocking requires a reason', async ({
  page,
}) => {
  // Removes the demo's money of earlier months, so that the previous month can be locked.
  for (const table of ['receipt', 'refund'])
    await askDatabase(
      server,
      `update ${table} set business_day = greatest(business_day, $1::date),
         cancel_day = case when cancel_day < $1::date then $1::date else cancel_day end`,
      [FIRST],
    )
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  await deliverLate(page, 111)
  await openScreen(page, `${server.url}/reconcile?branch=${ANDHERI}&tab=months`)
  const months = page.getByRole('table', { name: 'Months of the branch' })
  const row = months.getByRole('row').filter({ hasText: NAME })
  await expect(row).toContainText('Open')
  const running = months.getByRole('button', { name: `Lock ${formatMonthText(monthOf(FIRST))}` })
  await expect(running).toHaveAttribute('aria-disabled', 'true')
  await row.getByRole('button', { name: `Lock ${NAME}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(row).toContainText('Locked, version 1')
  await expect(row).toContainText('₹111.00')
  await expectAccessible(page)

  const visit = await deliverLate(page, 222)
  await row.getByRole('button', { name: `Check ${NAME} against the books` }).click()
  await expect(
    page.getByText(`${NAME} is unchanged since it was locked: 1 movement, the same checksum.`),
  ).toBeVisible()
  await openScreen(page, `${server.url}/reconcile?branch=${ANDHERI}&day=${FIRST}`)
  const columns = page.getByRole('table', { name: 'Money of the day by mode' })
  await expect(columns.getByRole('row').filter({ hasText: 'Cash' })).toContainText('₹')
  await page.getByText('Arrived on a later day').click()
  const late = page
    .getByRole('table', { name: 'Arrived on a later day' })
    .getByRole('row')
    .filter({ hasText: '₹222.00' })
  await expect(late).toContainText(`belongs to ${formatDay(LAST)}`)
  await expectAccessible(page)
  await late.getByRole('button', { name: `Open visit ${visit}` }).click()
  const panel = page.getByRole('dialog').first()
  await panel.getByRole('tab', { name: /Payments/ }).click()
  const money = panel.getByRole('table', { name: 'Receipts and refunds' })
  await expect(money.getByRole('row').filter({ hasText: '₹222.00' })).toContainText(
    `belongs to ${formatDay(LAST)}`,
  )
  await expect(money.getByRole('row').filter({ hasText: '₹111.00' })).not.toContainText('belongs to')

  await openScreen(page, `${server.url}/reconcile?branch=${ANDHERI}&tab=months`)
  await row.getByRole('button', { name: `Unlock ${NAME}` }).click()
  const dialog = page.getByRole('dialog', { name: `Unlock ${NAME}` })
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(dialog.getByText('A reason is required.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A receipt was typed twice.')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(row).toContainText('Open')
  await expect(row).toContainText('A receipt was typed twice.')
  await row.getByRole('button', { name: `Lock ${NAME}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(row).toContainText('Locked, version 2')
})
