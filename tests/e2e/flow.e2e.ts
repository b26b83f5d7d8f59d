import { expect, test } from '@playwright/test'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const manager = onePage(() => server, 'manager.andheri')
const admin = onePage(() => server, 'admin.sanjeevani')
const reader = onePage(() => server, 'dr.iyer')

const LAST_MONTH = addDays(`${dayAt(new Date(), 'Asia/Kolkata').slice(0, 7)}-01`, -1).slice(0, 7)

test('a manager reads the study flow, opens the late studies and returns', async () => {
  const page = manager()
  await openScreen(page, `${server.url}/dashboard`)
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Flow', exact: true })
    .click()
  const turnaround = page.getByRole('region', { name: 'Turnaround of signed studies' })
  await expect(turnaround.getByRole('table', { name: 'Waits by step' })).toContainText('First text to signed')
  await expect(page.getByRole('region', { name: 'Use of machines' })).toContainText('As at')
  await expect(page.getByRole('region', { name: 'Referral doctors who fell quiet' })).toContainText('As at')
  await expectAccessible(page)
  const late = page.getByRole('link', { name: /over the agreed time$/ })
  const count = Number.parseInt((await late.textContent()) ?? '', 10)
  expect(count).toBeGreaterThan(0)
  await late.click()
  await expect(page).toHaveURL(/due=Overdue/)
  await expect(page.getByText(new RegExp(`of ${count}( |$)`)).first()).toBeVisible()
  await page.goBack()
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: 'MRI', exact: true }).click()
  await expect(page).toHaveURL(/department_id=/)
  const signed = turnaround.getByRole('link', { name: / signed$/ })
  await expect(signed).toHaveAttribute('href', /department_id=/)
  const found = Number.parseInt((await signed.textContent()) ?? '', 10)
  expect(found).toBeGreaterThan(0)
  await signed.click()
  await expect(page.getByText(new RegExp(`of ${found}( |$)`)).first()).toBeVisible()
  await expect(page.getByText('Department: MRI')).toBeVisible()
  await page.goBack()
  const delivered = turnaround.getByRole('row', { name: /^Verified to delivered/ }).getByRole('cell')
  expect(Number((await delivered.nth(1).textContent()) ?? '')).toBeGreaterThan(10)
  const [pack] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(pack.suggestedFilename()).toBe(`quality-pack-${LAST_MONTH}.pdf`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(turnaround).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an administrator sets a rate and closes a month, and its reader sees the closed figures', async () => {
  const page = admin()
  await openScreen(page, `${server.url}/payout?month=${LAST_MONTH}`)
  const name = /Iyer/
  const row = page.getByRole('table', { name: 'Readers of the month' }).getByRole('row', { name })
  await row.getByRole('button', { name: /^Set the rate of/ }).click()
  await page.getByRole('textbox', { name: 'Rate per point' }).fill('123.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('₹123.50')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Close the month of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click()
  await expect(row).toContainText('Closed, version 1')
  const amount =
    /₹[\d,]+\.\d\d/g.exec(((await row.textContent()) ?? '').replace('₹123.50', ''))?.[0] ?? 'none'
  // A new rate does not change earlier months.
  await row.getByRole('button', { name: /^Set the rate of/ }).click()
  await page.getByRole('textbox', { name: 'Rate per point' }).fill('900')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toContainText('₹123.50')

  const own = reader()
  await openScreen(own, `${server.url}/dashboard`)
  await own
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Pay-out', exact: true })
    .click()
  await expect(own.getByRole('heading', { name: 'Pay-out' })).toBeVisible()
  await openScreen(own, `${server.url}/payout?month=${LAST_MONTH}`)
  const rows = own.getByRole('table', { name: 'Readers of the month' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('₹123.50')
  await expect(rows.nth(1)).toContainText(amount)
  await expect(own.getByRole('table', { name: /^Studies of .*Iyer/ })).toBeVisible()
  await expect(own.getByRole('button', { name: /rate|Close/ })).toHaveCount(0)
  await expectAccessible(own)
  const [statement] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: 'Statement (PDF)', exact: true }).click(),
  ])
  expect(statement.suggestedFilename()).toMatch(new RegExp(`^payout-${LAST_MONTH}-.*iyer\\.pdf$`))
  await own.getByRole('button', { name: 'Printed papers' }).click()
  await expect(own.getByRole('dialog', { name: 'Printed papers' })).toContainText(
    statement.suggestedFilename(),
  )
  await own.keyboard.press('Escape')
})
