import { expect, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

test('filters narrow the list; those without names are kept in the address and survive a reload', async () => {
  const page = reader()
  await page.goto(`${server.url}/worklist1`)
  const rows = page.getByRole('row')
  await expect(rows.nth(5)).toBeVisible()
  await page.getByRole('textbox', { name: 'Keyword' }).fill('no study has this word')
  await expect(page.getByText('No Study Found.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Keyword' }).fill('MRI')
  await expect(rows.nth(1)).toContainText('MRI')
  expect(page.url()).not.toContain('MRI')
  await page.goto(`${server.url}/worklist1?status=Signed&k=MRI`)
  await expect(page.getByRole('textbox', { name: 'Keyword' })).toHaveValue('MRI')
  await expect(page).toHaveURL(/worklist1\?status=Signed$/)
  await page.reload()
  await expect(page.getByText('Status: Signed')).toBeVisible()
  await expect(rows.nth(1)).toContainText('Signed')
})

test('the list has no serious axe violations and shows cards on a phone', async () => {
  const page = reader()
  await page.goto(`${server.url}/worklist1`)
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(page.getByRole('listitem').first()).toBeVisible()
})

test('a change by one doctor appears on another doctor’s list without a reload', async ({ browser }) => {
  const [one, two] = await Promise.all([browser.newContext(), browser.newContext()])
  const [writer, watcher] = await Promise.all([one.newPage(), two.newPage()])
  await signIn(writer, server.url, DEMO_SIGN_IN.senior)
  await signIn(watcher, server.url, DEMO_SIGN_IN.admin)
  await watcher.goto(`${server.url}/archives?range=Any&status=Draft`)
  await expect(watcher.getByRole('row').nth(1)).toBeVisible()
  const before = await watcher.getByText(/Showing .* of/).textContent()
  await writer.goto(`${server.url}/worklist1?status=Pending&sort=received`)
  // The newest study has an AI result, which the desk shows first.
  await writer.getByRole('row').nth(2).dblclick()
  await writer.waitForURL('**/report/**')
  const question = writer.getByRole('button', { name: 'Assign to me' })
  await question
    .or(writer.getByRole('textbox', { name: 'Description' }))
    .first()
    .waitFor()
  if (await question.isVisible()) await question.click()
  await writer.getByRole('textbox', { name: 'Description' }).click()
  await writer.keyboard.type('Seen by the other desk.')
  await writer.getByRole('button', { name: 'Save draft' }).click()
  await expect(watcher.getByText(/Showing .* of/)).not.toHaveText(before ?? '')
  await Promise.all([one.close(), two.close()])
})
