import { expect, type Page, test } from '@playwright/test'
import { docxFile, wordParagraph, zipFile } from '#tests/helpers/paper/docx-file.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openReportOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const file = (name: string, buffer: Buffer) => ({ name, mimeType: WORD, buffer })
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
// The row's own name precedes the buttons that name it.
const rowOf = (page: Page, name: string) => list(page, 'Templates').getByRole('button', { name }).first()

test('a doctor uploads two Word files, edits one, and finds both in the report editor', async () => {
  const page = reader()
  await page.goto(`${server.url}/master/templates`)
  await expect(rowOf(page, 'CT KUB Plain [by Admin]')).toBeVisible()
  await list(page, 'Departments').getByRole('button', { name: 'CT', exact: true }).click()
  await list(page, 'Categories')
    .getByRole('button', { name: /^Chest/ })
    .first()
    .click()

  await page.getByRole('button', { name: 'Upload .docx' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload templates' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      file('House chest.docx', docxFile(wordParagraph('Both lungs are clear, %PATIENT_NAME%.'))),
      file('House pleura.docx', docxFile(wordParagraph('No effusion.'))),
      file('Renamed.docx', zipFile([['readme.txt', 'hello']])),
    ])
  await expect(dialog.getByRole('row', { name: /Renamed/ })).toContainText('Only .docx file required')
  await expect(dialog.getByRole('row', { name: /House chest/ })).toContainText('Ready')
  await dialog.getByRole('button', { name: 'Preview House chest' }).click()
  await expect(dialog.getByText('Both lungs are clear, %PATIENT_NAME%.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload 2 templates' }).click()
  await expect(dialog.getByText('2 of 3 saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await rowOf(page, 'House pleura').click()
  const text = page.getByRole('textbox', { name: 'Description' })
  await expect(text).toContainText('No effusion.')
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' No thickening.')
  // Another template is refused at first: the typed text is kept, whatever the reply is.
  await rowOf(page, 'House chest').click()
  const asked = page.getByRole('dialog', { name: 'Save your changes first?' })
  await asked.getByRole('button', { name: 'Open the other one' }).click()
  await expect(rowOf(page, 'House pleura')).toContainText('Unsaved')
  await rowOf(page, 'House pleura').click()
  await expect(text).toContainText('No thickening.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  const { patient } = await openReportOf(page, server.url)
  await page.getByRole('searchbox', { name: 'Find template' }).fill('House')
  await page.getByRole('button', { name: 'House pleura' }).click()
  const report = page.getByRole('textbox', { name: 'Description' })
  await expect(report).toContainText('No effusion. No thickening.')
  await page.getByRole('button', { name: 'House chest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /below/i }).click()
  await expect(report).toContainText(`Both lungs are clear, ${patient}.`)
})

test('a doctor sees the administrator’s templates and cannot change them', async () => {
  const page = reader()
  await page.goto(`${server.url}/master/templates`)
  await rowOf(page, 'CT KUB Plain [by Admin]').click()
  await expect(page.getByText('Only your administrator can change this one.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Template Name' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete template CT KUB Plain$/ })).toHaveCount(0)
  await expectAccessible(page, { within: ['[role=dialog]'] })
})
