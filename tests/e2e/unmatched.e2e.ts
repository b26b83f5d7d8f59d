import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

test('a study of the unmatched view is linked to the visit that is suggested, and unlinked again', async ({
  page,
}) => {
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  await page.goto(`${server.url}/archives?range=Any&link=Unmatched&status=Pending`)
  await expect(page.getByText('Visit: Unmatched')).toBeVisible()
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('Pending')
  const more = row.getByRole('button', { name: /^Actions for / })
  const name = ((await more.getAttribute('aria-label')) ?? '').replace('Actions for ', '')
  await more.click()
  await page.getByRole('menuitem', { name: 'Link to Visit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to a visit' })
  const first = dialog.getByRole('region', { name: 'Suggested visits' }).getByRole('listitem').first()
  await expect(first).toContainText('Same patient ID')
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  await first.getByRole('button', { name: 'Link' }).click()
  await expect(page.getByText('Linked', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.goto(`${server.url}/archives?range=Any&link=Linked&status=Pending`)
  const linked = page.getByRole('button', { name: `Actions for ${name}` }).first()
  await linked.click()
  await page.getByRole('menuitem', { name: 'Link to Visit' }).click()
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await page
    .getByRole('dialog', { name: /Unlink this study/ })
    .getByRole('button', { name: 'Unlink' })
    .click()
  await expect(page.getByText('Unlinked', { exact: true })).toBeVisible()
})
