import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { hasPoppler, inkedWords } from '#tests/helpers/paper/poppler.ts'
import { SCRIPT_TEXTS } from '#tests/helpers/paper/scripts-of-names.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { editorOf, signOffline } from './helpers/report-editor.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

/** Patients of the walks; the last has a letter that no font contains. */
const SCRIPTS = ['Tamil', 'Thai', 'Chinese', 'Korean', 'Bengali', 'Arabic'] as const
/** Arabic is always included. */
const FETCHED: Partial<Record<string, string>> = {
  Tamil: 'tamil',
  Thai: 'thai',
  Chinese: 'sc',
  Korean: 'kr',
  Bengali: 'bengali',
}
const HIEROGLYPH = 'Anjali 𓀀'
const ALONE = 'Telugu'
let server: RunningServer
const studyOf = new Map<string, string>()
const folder = mkdtempSync(join(tmpdir(), 'readroom-letters-'))
test.beforeAll(async () => {
  server = await startServer()
  const names = [...SCRIPTS.map((script) => [script, SCRIPT_TEXTS[script].name]), ['hole', HIEROGLYPH]]
  names.push([ALONE, SCRIPT_TEXTS[ALONE].name])
  const free = await askDatabase<{ id: string }>(
    server,
    `select id from study where status = 'Pending' and assigned_doctor_id is null and tag_critical_id is null
       and ai_report_id is null
       and client_id = (select client_id from app_user where username = $1) order by id limit $2`,
    [DEMO_SIGN_IN.senior, names.length],
  )
  expect(free).toHaveLength(names.length)
  for (const [at, [key = '', name]] of names.entries()) {
    const id = free[at]?.id ?? ''
    await askDatabase(server, 'update study set pat_name = $2 where id = $1', [id, name])
    studyOf.set(key, id)
  }
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
test.describe.configure({ timeout: 120_000 })
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function open(page: Page, key: string): Promise<void> {
  await page.goto(`${server.url}/report/${studyOf.get(key)}`)
  await press(page, 'Assign to me')
  await expect(editorOf(page)).toBeEditable()
}

/** Writes findings and conclusion in the patient's language, so that the check before signing reports nothing. */
async function typeReport(page: Page, findings: string): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.insertText(findings)
  await page.getByRole('button', { name: 'Conclusion', exact: true }).click()
  await page.getByRole('textbox', { name: 'Conclusion' }).click()
  await page.keyboard.insertText(findings)
  await expect(page.getByText('Writing …')).toHaveCount(0)
}

async function preview(page: Page) {
  await press(page, 'Preview')
  const dialog = page.getByRole('dialog', { name: 'Report preview' })
  await expect(dialog.getByTitle('The report as it is printed')).toBeVisible()
  return dialog
}

async function downloadPaper(page: Page): Promise<Uint8Array> {
  const dialog = await preview(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Report .+\.pdf$/)
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  await page.keyboard.press('Escape')
  return new Uint8Array(readFileSync(path))
}

/** Returns the words with letters outside Latin. */
const foreignWords = (pdf: Uint8Array) =>
  inkedWords(pdf).filter(({ text }) => /[\u0250-\u{10FFFF}]/u.test(text))
/** At a hundred dots an inch the thinnest letter has more. */
const INK_MIN = 6

const keptFonts = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('paper-fonts')).keys()).map(({ url }) => url).join(' '))

for (const script of SCRIPTS)
  test(`a report for a patient named in ${script} is signed, and its paper has ink for every word`, async () => {
    const page = reader()
    const { finding } = SCRIPT_TEXTS[script]
    await open(page, script)
    await typeReport(page, finding)
    await press(page, 'Sign')
    await expect(page.getByRole('button', { name: 'Verify' })).toHaveAttribute('aria-disabled', 'false')
    const pdf = await downloadPaper(page)
    if (FETCHED[script]) await expect.poll(() => keptFonts(page)).toContain(`/noto-sans-${FETCHED[script]}-`)
    test.skip(!hasPoppler, 'poppler-utils looks at the paper')
    const words = foreignWords(pdf)
    // The name, the findings and the conclusion.
    expect(words.length).toBeGreaterThanOrEqual(3)
    expect(words.filter(({ ink }) => ink < INK_MIN)).toEqual([])
    await test.info().attach(`${script}.pdf`, { body: Buffer.from(pdf), contentType: 'application/pdf' })
  })

test('a letter missing from all fonts blocks Sign and the preview, and is shown with its field', async () => {
  const page = reader()
  await open(page, 'hole')
  await typeReport(page, 'Liver 𒀀 is normal.')
  await press(page, 'Sign')
  const alert = page.getByRole('alert').filter({ hasText: 'No font has' })
  await expect(alert).toContainText('“𓀀” (U+13000) in the patient’s name')
  await expect(alert).toContainText('“𒀀” (U+12000) in Description')
  await expect(alert).toBeFocused()
  await press(page, 'Preview')
  const dialog = page.getByRole('dialog', { name: 'Report preview' })
  await expect(dialog.getByText(/No font has .*U\+13000/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByRole('button', { name: 'Print' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await goOffline(page.context())
  await expect(page.getByText(/^Offline/).first()).toBeVisible()
  await press(page, 'Sign')
  await expect(alert).toContainText('U+13000')
  await page.context().setOffline(false)
})

test('the fonts of a script are fetched once and kept for offline use', async () => {
  const page = reader()
  // The patient's own script is fetched as soon as the report is open; another one cannot be fetched offline.
  await open(page, ALONE)
  await expect.poll(() => keptFonts(page)).toContain('/noto-sans-telugu-')
  await goOffline(page.context())
  await expect(page.getByText(/^Offline/).first()).toBeVisible()
  await typeReport(page, SCRIPT_TEXTS.Kannada.finding)
  await signOffline(page)
  await press(page, 'Preview')
  const dialog = page.getByRole('dialog', { name: 'Report preview' })
  await expect(dialog.getByText(/not on this device yet: Kannada/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible()
  await preview(page)
  await page.keyboard.press('Escape')
  // After its first use, a page that starts offline can print it.
  await goOffline(page.context())
  await page.reload()
  await expect(page.getByText(/^Offline/).first()).toBeVisible()
  await preview(page)
  await page.context().setOffline(false)
})
