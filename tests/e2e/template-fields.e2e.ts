import { expect, type Page, test } from '@playwright/test'
import { BASES } from '#contract/kernel/bases.ts'
import { template } from '#contract/masters/template.ts'
import { demoId } from '#server/features/demo/random.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openReportOf, tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { editorOf } from './helpers/report-editor.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

const NAME = 'Nodule with fields'
const DESCRIPTION = 'Nodule of [[Size of the nodule: number mm 3..11]], [[Side: left | right]].'
const selected = (page: Page) => page.evaluate(() => document.getSelection()?.toString())
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const FILL = /^Fill these fields before signing: /

test('the template master explains the field syntax, and refuses an unreadable field by name and rule', async () => {
  const page = reader()
  await page.goto(`${server.url}/master/templates`)
  const list = (name: string) => page.getByRole('region', { name, exact: true })
  await list('Departments').getByRole('button', { name: 'CT', exact: true }).click()
  await list('Categories')
    .getByRole('button', { name: /^Chest/ })
    .first()
    .click()
  await button(page, 'New template').first().click()
  await page.getByRole('textbox', { name: 'Template Name' }).fill('Written by hand')
  await expect(page.getByText(/^Fields: \[\[Remark\]\] takes words/)).toBeVisible()
  await editorOf(page).click()
  await page.keyboard.type('Nodule [[Side: left]]')
  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText('[[Side: left]]: a list needs two choices or more')
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  for (const _ of ']]') await page.keyboard.press('Backspace')
  await page.keyboard.type(' | right]]')
  // At once, while the message of the previous text is still visible.
  await button(page, 'Save').click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
})

/** Adds a template with fields to everybody's list, independent of the screen. */
async function putTemplate(page: Page): Promise<void> {
  const answer = await page.request.post(`${server.url}${BASES.php.prefix}${template.calls.save.path}`, {
    data: {
      id: crypto.randomUUID(),
      name: NAME,
      cat_id: demoId('template category', 'sanjeevani CT Neuro'),
      content: `<p>${DESCRIPTION}</p>`,
      conclusion: '<p>Nodule, [[Outcome]].</p>',
      status: 1,
    },
    headers: { token: await tokenOf(page, server.url, DEMO_SIGN_IN.admin) },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('a template with fields is filled in by keyboard alone; open fields survive a reload offline and block the signature', async () => {
  const page = reader()
  await putTemplate(page)
  const { studyId } = await openReportOf(page, server.url)
  // The templates are in a drawer here.
  const column = page.getByRole('complementary', { name: 'Templates' })
  await expect(column).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(column).toHaveCount(0)
  await page.keyboard.press('Alt+t')
  await expect(page.getByRole('searchbox', { name: 'Find template' })).toBeFocused()
  await page.keyboard.type(NAME)
  await expect(page.getByText(`inserts “${NAME}”`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(editorOf(page)).toBeFocused()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(column).toBeVisible()
  await expect.poll(() => selected(page)).toBe('[[Size of the nodule: number mm 3..11]]')
  await expectAccessible(page)

  await page.keyboard.type('12')
  await page.keyboard.press('Tab')
  await expect(editorOf(page)).toContainText('12 mm ▲ above normal (3 to 11)')
  await expect(page.getByRole('listbox', { name: 'Choices for Side' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Writing …')).toHaveCount(0)

  // The open report is on the device, and can be opened again offline.
  await goOffline(page.context())
  await page.reload()
  await expect(editorOf(page)).toContainText('Nodule of 12 mm, [[Side: left | right]].')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByText(FILL)).toHaveText('Fill these fields before signing: Side, Outcome.')
  await expect.poll(() => selected(page)).toBe('[[Side: left | right]]')
  await page.context().setOffline(false)
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible()

  await page.keyboard.press('r')
  await expect(page.getByRole('option', { name: 'right' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Conclusion' })).toBeFocused()
  await expect.poll(() => selected(page)).toBe('[[Outcome]]')
  await expect(page.getByText(FILL)).toHaveText('Fill these fields before signing: Outcome.')
  await page.keyboard.type('stable')
  await expect(page.getByText(FILL)).toHaveCount(0)

  await page.keyboard.press('Control+Enter')
  const signed = () =>
    askDatabase<{ status: string; report_data: string; conclusion: string }>(
      server,
      'select status, report_data, conclusion from report where study_id = $1',
      [studyId],
    )
  await expect.poll(async () => (await signed())[0]?.status).toBe('Signed')
  expect((await signed())[0]).toMatchObject({
    report_data: '<p>Nodule of 12 mm, right.</p>',
    conclusion: '<p>Nodule, stable.</p>',
  })
})
