import { expect, type Page, test } from '@playwright/test'
import { renderReport } from '#render/render-report.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'
import { breakOff, giveSpeech, say } from './helpers/browser/spoken-words.ts'
import { ask, giveStudies } from './helpers/ledger.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { editorOf, openReport } from './helpers/report-editor.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let studyId: string
test.beforeAll(async () => {
  server = await startServer()
  ;[studyId = ''] = await giveStudies(server, 1)
  // Removes a critical tag that the demo may have set, because the check does not expect one.
  await ask(server, `update study set pat_sex = 'M', tag_critical_id = null where id = $1`, [studyId])
})
test.afterAll(() => server?.stop())

/** The fields of a filed report from which its paper is made. */
interface PaperText {
  id: string
  hash: string
  text: string
  conclusion: string
}

const bar = (page: Page) => page.getByRole('region', { name: 'Dictation' })
const conclusionOf = (page: Page) => page.getByRole('textbox', { name: 'Conclusion' })

test('a doctor dictates a report, confirms a question before signing, signs, and a stranger checks the paper', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await giveSpeech(context)
  const page = await context.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await openReport(page, server.url, studyId)

  await test.step('dictated words appear beside the text and are then inserted; commands are undone one by one', async () => {
    await expect(bar(page).getByText('On this device')).toBeVisible()
    await editorOf(page).click()
    await page.keyboard.press('F4')
    await expect(bar(page).getByRole('button', { name: 'Stop' })).toBeVisible()
    await say(page, 'the liver is', false)
    await expect(bar(page).getByText('the liver is')).toBeVisible()
    await expect(editorOf(page)).not.toContainText('liver')
    await say(page, 'heading findings new paragraph the liver is normal full stop')
    await expect(editorOf(page).getByRole('heading')).toHaveText('Findings')
    await say(page, 'a calculus of 5 mm bracket open stable bracket close in the right kidney full stop')
    await expect(editorOf(page)).toContainText(
      'The liver is normal. A calculus of 5 mm (stable) in the right kidney.',
    )
    await say(page, 'this is a slip')
    await expect(editorOf(page)).toContainText('This is a slip')
    await say(page, 'undo')
    await expect(editorOf(page)).not.toContainText('slip')
  })

  await test.step('the section with the cursor gets the words; an error loses none', async () => {
    await page.keyboard.press('Alt+2')
    await expect(conclusionOf(page)).toBeFocused()
    await say(page, 'left renal calculus full stop')
    await expect(conclusionOf(page)).toHaveText('Left renal calculus.')
    await say(page, 'the uterus is ', false)
    await breakOff(page, 'network')
    await expect(bar(page).getByText('The network was lost. What was heard is kept.')).toBeVisible()
    await expect(bar(page).getByRole('alert')).toContainText('the uterus is')
    await bar(page).getByRole('button', { name: 'Insert' }).click()
    await expect(conclusionOf(page)).toHaveText('Left renal calculus. The uterus is')
  })

  await test.step('the language is remembered', async () => {
    await bar(page).getByRole('combobox', { name: 'Language of dictation' }).click()
    await page.getByRole('option', { name: 'en-UK' }).click()
    await expect(bar(page).getByRole('combobox', { name: 'Language of dictation' })).toHaveValue('en-UK')
    await page.reload()
    await expect(bar(page).getByRole('combobox', { name: 'Language of dictation' })).toHaveValue('en-UK')
  })

  await test.step('the check before signing quotes its findings; going back signs nothing', async () => {
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Check before signing' })
    await expect(asked).toContainText('Findings and conclusion name different sides.')
    await expect(asked).toContainText('“uterus” does not go with the patient’s sex.')
    await expect(asked.getByRole('button', { name: 'Go back' })).toBeFocused()
    await asked.getByRole('button', { name: 'Go back' }).click()
    await expect(asked).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await asked.getByRole('button', { name: 'Sign anyway' }).click()
    await expect(page.getByText('Signed', { exact: true }).first()).toBeVisible()
    await expect
      .poll(() =>
        ask(
          server,
          'select w.rules from sign_warning w join report r on r.id = w.report_id where r.study_id = $1',
          [studyId],
        ),
      )
      .toEqual([{ rules: ['side_disagrees', 'organ_against_sex'] }])
  })
  await context.close()

  const [report] = await ask<PaperText>(
    server,
    'select id, signed_hash as hash, report_data as text, conclusion from report where study_id = $1',
    [studyId],
  )
  if (!report) throw new Error('the report was not filed')
  await checkPaper(await browser.newPage(), report)
})

/** Returns the PDF of a text, as the app prints it, with the hash of the signed text. */
async function printed(text: string, { hash, conclusion }: PaperText) {
  const check = { hash, url: `${server.url}/verify-signature?h=${hash}` }
  const bytes = await renderReport(
    paperInput({ reports: [paperReport({ description: text, conclusion, check })] }),
    renderAssets(new Map()),
  )
  return { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
}

async function checkPaper(page: Page, report: PaperText) {
  await test.step('the code on the paper shows a stranger who signed, and nothing about the patient', async () => {
    await page.goto(`${server.url}/verify-signature?h=${report.hash}&r=${report.id}`)
    await expect(page.getByText('Signed and in force')).toBeVisible()
    await expect(page.getByText('Dr. Anjali Mehta')).toBeVisible()
    await expect(page.getByText('SAN-')).toHaveCount(0)
  })
  await test.step('the PDF contains every signed word; an altered PDF does not', async () => {
    const files = page.locator('input[type=file]')
    await files.setInputFiles(await printed(report.text, report))
    await expect(page.getByText(/Every signed word is there/)).toBeVisible()
    const altered = report.text.replace('right kidney', 'left kidney')
    await files.setInputFiles(await printed(altered, report))
    await expect(page.getByText('Not what was signed')).toBeVisible()
    await files.setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
    await expect(page.getByText('This is not a PDF file that can be read.')).toBeVisible()
  })
  await test.step('an unknown code belongs to no report', async () => {
    await page.goto(`${server.url}/verify-signature?h=${'0'.repeat(64)}`)
    await expect(page.getByText('No signature is known for this text')).toBeVisible()
  })
}
