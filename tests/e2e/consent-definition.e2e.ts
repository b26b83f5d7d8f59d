import { expect, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

test('an administrator writes a consent form in two languages and puts its questions in order', async ({
  page,
}) => {
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  await openScreen(page, `${server.url}/master/consent-forms`)
  await page.getByRole('button', { name: 'Add New' }).click()
  const form = page.getByRole('dialog', { name: 'New consent form' })
  await form.getByRole('textbox', { name: 'Form Name (English)' }).fill('Biopsy consent')
  await form.getByRole('textbox', { name: 'Form Name (secondary language)' }).fill('موافقة على الخزعة')
  await form.getByRole('button', { name: 'Add question' }).click()
  const first = form.getByRole('listitem', { name: 'Question 1' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(first.getByText('The question in English is required.')).toBeVisible()
  await expect(first.getByText('Answer options are required.')).toBeVisible()

  await first.getByRole('textbox', { name: 'Question (English)' }).fill('Do you take blood thinners?')
  await first.getByRole('textbox', { name: 'Question (secondary language)' }).fill('هل تتناول مميعات الدم؟')
  await first.getByRole('switch', { name: 'The patient must answer' }).check()
  for (const option of ['Yes', 'No']) {
    await first.getByLabel('Answer options (English)').fill(option)
    await page.keyboard.press('Enter')
  }
  await first.getByLabel('Answer options (secondary language)').fill('نعم')
  await page.keyboard.press('Enter')
  await expect(first.getByText('There must be as many options as in English: 2, not 1.')).toBeVisible()
  await first.getByLabel('Answer options (secondary language)').fill('لا')
  await page.keyboard.press('Enter')

  await form.getByRole('button', { name: 'Add question' }).click()
  const second = form.getByRole('listitem', { name: 'Question 2' })
  await second.getByRole('textbox', { name: 'Question (English)' }).fill('Which medicines?')
  await second
    .getByRole('combobox', { name: 'Answer', exact: true })
    .or(second.getByLabel('Answer', { exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Text', exact: true }).click()
  await expect(second.getByLabel('Answer options (English)')).toHaveCount(0)
  await second.getByRole('button', { name: 'Move question 2 up' }).click()

  const arabic = form.getByRole('region', { name: 'Preview: Secondary language' })
  await expect(arabic.getByText('موافقة على الخزعة')).toHaveCSS('direction', 'rtl')
  await expect(arabic).toContainText('Not translated: patients read the English text.')
  await expectAccessible(page, { within: ['[role=dialog]'] })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Biopsy consent/ })).toContainText('2 questions')

  await page.getByRole('button', { name: 'Edit Biopsy consent' }).click()
  const again = page.getByRole('dialog', { name: 'Edit consent form' })
  await expect(
    again.getByRole('listitem', { name: 'Question 1' }).getByRole('textbox', { name: 'Question (English)' }),
  ).toHaveValue('Which medicines?')
  const kept = again.getByRole('listitem', { name: 'Question 2' })
  await expect(kept.getByRole('textbox', { name: 'Question (English)' })).toHaveValue(
    'Do you take blood thinners? *',
  )
})
