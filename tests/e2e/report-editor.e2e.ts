import { expect, type Page, test } from '@playwright/test'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openReportOf, signBeside } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { editorOf, openReport, saveDraft, signOffline, typeReport } from './helpers/report-editor.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const writer = onePage(() => server, DEMO_SIGN_IN.senior)

const textOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const onServer = (page: Page) =>
  expect(
    page
      .getByRole('main')
      .getByText(/^On server/)
      .first(),
  ).toBeVisible()

const checksOf = (page: Page, name: string) => page.getByRole('list', { name: `Checks: ${name}` })

/**
 * Writes the three parts below each other without a mouse: by Tab, arrows and keys. The questions of the
 * check before signing are shown beside the text in between, and are resolved at the end.
 */
async function writeWhole(page: Page, findings: string): Promise<void> {
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.type(`${findings} Cyst of the left kidney.`)
  await expect(checksOf(page, 'Conclusion')).toContainText('The report has no conclusion.')
  await page.keyboard.press('Tab')
  await expect(textOf(page, 'Conclusion')).toBeFocused()
  await page.keyboard.type('Cyst of the right kidney.')
  await expect(checksOf(page, 'Conclusion')).toContainText('Findings and conclusion name different sides.')
  // The next letter is typed in the section below.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Ultrasound in 6 months.')
  await expect(textOf(page, 'Recommendation')).toHaveText('Ultrasound in 6 months.')
  await expect(page.getByRole('button', { name: 'Recommendation', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.keyboard.press('ArrowUp')
  for (const _ of 'right kidney.') await page.keyboard.press('Backspace')
  await page.keyboard.type('left kidney.')
  await expect(textOf(page, 'Conclusion')).toHaveText('Cyst of the left kidney.')
  await expect(page.getByRole('list', { name: /^Checks: / })).toHaveCount(0)
  await page.keyboard.press('Alt+1')
  await expect(editorOf(page)).toBeFocused()
  await expect(page.getByText('Writing …')).toHaveCount(0)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Answers a dialog, which is named by its title. */
const agree = (page: Page, title: string, name: string) =>
  page.getByRole('dialog', { name: title, exact: true }).getByRole('button', { name, exact: true }).click()

test('two named reports, an expanded shortcut, and the changes between two versions', async () => {
  const page = writer()
  await openReportOf(page, server.url)
  await page.getByRole('combobox', { name: 'No. of Reports' }).click()
  await page.getByRole('option', { name: '2' }).click()
  await page.getByRole('tab', { name: /Report 2/ }).click()
  await page.getByRole('textbox', { name: 'Report name' }).fill('Abdomen')
  await expect(editorOf(page)).toBeEditable()

  await editorOf(page).click()
  await page.keyboard.type('Liver: /nl ')
  await expect(editorOf(page)).toContainText('Liver: No abnormality is seen.')
  await page.keyboard.press('Control+z')
  await expect(editorOf(page)).toContainText('Liver: /nl')
  await page.keyboard.press('Control+y')
  await expect(editorOf(page)).toContainText('Liver: No abnormality is seen.')
  await saveDraft(page)
  await expect(page.getByRole('tab', { name: /Abdomen.*Draft/ })).toBeVisible()
  await onServer(page)

  await typeReport(page, 'Spleen is enlarged.')
  await saveDraft(page)
  await onServer(page)
  await page.getByRole('complementary').getByText('History', { exact: true }).click()
  await page.getByRole('list', { name: 'History' }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  await expect(dialog.locator('ins').or(dialog.getByText('Added')).first()).toBeVisible()
  await expect(dialog).toContainText('Spleen is enlarged.')
})

test('a report is signed, gets an addendum offline, and is verified once that is filed', async () => {
  const page = writer()
  const context = page.context()
  await openReportOf(page, server.url)
  await writeWhole(page, 'Lungs are clear.')
  await page.keyboard.press('Control+Enter')
  // No dialog: its questions were shown beside the text before.
  await expect(page.getByRole('button', { name: 'Verify' })).toHaveAttribute('aria-disabled', 'false')

  await goOffline(context)
  await expect(page.getByText(/^Offline/).first()).toBeVisible()
  await press(page, 'Addendum')
  await page.getByRole('textbox', { name: 'Text of the addendum' }).click()
  await page.keyboard.type('Compared with the film of May.')
  // After closing and opening again, the words are still there: they are stored on this device.
  await page.waitForTimeout(600)
  await page.keyboard.press('Escape')
  await press(page, 'Addendum')
  await expect(page.getByRole('textbox', { name: 'Text of the addendum' })).toContainText('film of May')
  await press(page, 'Sign addendum')
  await agree(page, 'Sign addendum', 'Sign addendum')
  const addendum = page.getByRole('region', { name: /^Addendum by Dr. Anjali Mehta/ })
  await expect(addendum).toContainText('Not yet filed')
  await expect(addendum).toContainText('Compared with the film of May.')

  await context.setOffline(false)
  await expect(addendum).not.toContainText('Not yet filed')
  await onServer(page)
  await press(page, 'Verify')
  await agree(page, 'Verify report', 'Verify')
  await expect(page.getByLabel('Patient and study').getByText('Verified')).toBeVisible()
  await onServer(page)
})

test('two doctors sign the same study: the first signature counts, the other doctor keeps the text beside it', async () => {
  const page = writer()
  const context = page.context()
  const { studyId } = await openReportOf(page, server.url)
  await goOffline(context)
  await expect(page.getByText(/^Offline/).first()).toBeVisible()
  await writeWhole(page, 'Signed on the train.')
  await signOffline(page)
  await signBeside(page, server.url, studyId)
  await context.setOffline(false)
  const view = page.getByRole('region', { name: 'Two texts of this report' })
  await expect(view).toContainText('Signed on the train.')
  await expect(view).toContainText('Signed at the other desk.')
  await page.reload()
  await openReport(page, server.url, studyId).catch(() => undefined)
  await expect(view).toContainText('Signed on the train.')
})
