import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { oneDesk } from './helpers/one-desk.ts'
import { type RunningServer, startServer } from './helpers/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const manager = oneDesk(() => server, 'manager.andheri')

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
}

test('a manager reads how studies flow, opens the late ones and comes back', async () => {
  const page = manager()
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('link', { name: 'Flow', exact: true }).click()
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
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(turnaround).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
