import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
})

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
async function act(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('a hospital’s request becomes a visit at a machine and is started', async ({ page }) => {
  await signIn(page, server.url, 'reception.andheri')
  await page.goto(`${server.url}/booking-requests`)
  await expect(rowOf(page, 'Ramesh Solanki')).toBeVisible()
  const found = (await new AxeBuilder({ page }).analyze()).violations
  expect(found.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  await act(page, 'Ramesh Solanki', 'Convert')
  const dialog = page.getByRole('dialog', { name: 'Convert Appointment' })
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog.getByText('is required')).toHaveCount(2)
  await choose(page, 'Machine', 'CT 1')
  await choose(page, 'Service', /CT Brain/)
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Appointment Date').fill(tomorrow)
  await dialog.getByLabel('Time').fill('11:00')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Ramesh Solanki')).toHaveCount(0)

  // The same slot for somebody else is refused with the free ones, and a free one is taken.
  await act(page, 'Farida Contractor', 'Convert')
  await choose(page, 'Department', 'CT')
  await choose(page, 'Machine', 'CT 1')
  await choose(page, 'Service', /CT Brain/)
  await dialog.getByLabel('Appointment Date').fill(tomorrow)
  await dialog.getByLabel('Time').fill('11:00')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog.getByText('This slot is already booked.')).toBeVisible()
  await dialog.getByRole('button', { name: /CT 1$/ }).first().click()
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('tab', { name: 'Converted' }).click()
  await expect(rowOf(page, 'Ramesh Solanki')).toContainText('Booked')
  await act(page, 'Ramesh Solanki', 'Start Visit')
  await expect(rowOf(page, 'Ramesh Solanki')).toContainText('Ready to Scan')
  await act(page, 'Ramesh Solanki', 'Complete')
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(rowOf(page, 'Ramesh Solanki')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(rowOf(page, 'Ramesh Solanki')).toBeVisible()
})

test('without the line requests are read and not changed; with it those of a branch are deleted by a typed word', async ({
  page,
  context,
}) => {
  await signIn(page, server.url, 'reception.andheri')
  await page.goto(`${server.url}/booking-requests`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Actions for/ }) })
  await expect(rows.first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('From this device. Requests are changed with the network.')).toBeVisible()
  await expect(rows.first()).toBeVisible()
  await rows
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Convert' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await expect(page.getByText('From this device. Requests are changed with the network.')).toHaveCount(0)
  const remove = page.getByRole('button', { name: 'Delete For Selected Branch' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: /Andheri/ }).click()
  await remove.click()
  await page.getByRole('dialog').getByRole('textbox').fill('delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete requests' }).click()
  await expect(page.getByText('No request waits.')).toBeVisible()
})
