import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { DEMO_AI_COMPANY } from '#server/features/demo/reading/insert-ai.ts'
import { writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import {
  missingOrthanc,
  ORTHANC_PASSWORD,
  ORTHANC_USER,
  type Orthanc,
  startOrthanc,
} from '#tests/helpers/archive/orthanc.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { startTokenViewer, type TokenViewer } from './helpers/outside/token-viewer.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

const CENTRE = 'Sanjeevani Imaging and Diagnostics'

/** Returns the study of the demo whose AI result has this `status`. */
async function aiStudy(status: string): Promise<{ id: string; uid: string }> {
  const [row] = await askDatabase<{ id: string; uid: string }>(
    server,
    `select s.id, s.study_iuid as uid from study s join client c on c.id = s.client_id
     where s.ai_status = $1 and c.name = $2`,
    [status, CENTRE],
  )
  if (!row) throw new Error(`The demo has no study at ${status}`)
  return row
}

async function openReport(page: Page, studyId: string): Promise<void> {
  await page.goto(`${server.url}/report/${studyId}`)
  const question = page.getByRole('button', { name: 'Assign to me' })
  await question
    .or(page.getByRole('button', { name: 'Save draft' }))
    .first()
    .waitFor()
  if (await question.isVisible()) await question.click()
}

test('body parts open from the top bar with photo and formatted text, also offline', async () => {
  const page = reader()
  await page.getByRole('link', { name: 'AI body parts' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Chest', 'Brain', 'Breast'])
  const item = page.getByRole('article', { name: 'Chest radiograph' })
  await expect(item.getByRole('img', { name: 'Photo of Chest radiograph' })).toBeVisible()
  await expect(item.getByRole('listitem')).toHaveText(['Frontal views of adults', 'CR and DX'])
  await expect(item.getByText('Not for patients under 16 years')).toBeVisible()
  await goOffline(page.context())
  await page.getByRole('tab', { name: 'Brain' }).click()
  await expect(page.getByRole('article', { name: 'Haemorrhage on CT' })).toBeVisible()
  await expect(page).toHaveURL(/view-bodyparts\?part=/)
  await page.context().setOffline(false)
})

const AI_REPORT =
  '<p>No nodule was detected. Heart size is 1.5 times normal.</p><p>Impression: Normal chest. No change.</p>'

test('a company returns a result; the doctor appends it and decides on each sentence before signing', async () => {
  const page = reader()
  const { id, uid } = await aiStudy('In_Process')
  await openReport(page, id)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.click()
  await page.keyboard.type('Lungs are clear.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/On server/).first()).toBeVisible({ timeout: 30_000 })
  const account = Buffer.from(`${DEMO_AI_COMPANY.user}:${DEMO_PASSWORD}`).toString('base64')
  const answer = await fetch(`${server.url}/api/aiapi/saveAIReportRespone`, {
    method: 'POST',
    headers: { authorization: `Basic ${account}`, 'content-type': 'application/json' },
    body: JSON.stringify({ studyuid: uid, report: AI_REPORT, critical: 0 }),
  })
  expect(answer.status).toBe(200)
  // The text is not empty: the result is offered, and hides nothing.
  await expect(page.getByText(/An AI result is ready/)).toBeVisible()
  await expect(description).toBeVisible()
  await page.getByText('AI', { exact: true }).click()
  const result = page.getByRole('region', { name: 'AI result', exact: true })
  await expect(result.getByText('No nodule was detected.')).toBeVisible()
  await expect(result.getByText('Result Ready')).toBeVisible()
  const choice = page.getByRole('radiogroup', { name: 'Which text is shown' })
  await expect(choice).toBeVisible()
  await result.getByRole('button', { name: 'Append' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Append' }).click()
  // After the decision there is no switch: the own text is visible again, with the result below.
  await expect(description).toContainText('No nodule was detected.')
  await expect(description).toContainText('Lungs are clear.')
  await expect(choice).toHaveCount(0)
  await expect(result).toHaveCount(0)
  const [report] = await askDatabase<{ report_data: string; status: string }>(
    server,
    'select report_data, status from report where study_id = $1',
    [id],
  )
  expect(report?.status).toBe('Draft')
  expect(report?.report_data).toMatch(
    /Lungs are clear\..*AI result of Lumina Reads.*No nodule was detected\./,
  )

  // The signature is blocked, counts the undecided sentences and moves to them; by keys only.
  const draft = page.getByRole('region', { name: 'Sentences of the AI result' })
  const chips = draft.getByRole('group')
  await expect(chips).toHaveCount(4)
  await description.click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^4 sentences of the AI result are undecided/)).toBeVisible()
  await expect(chips.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(3)
  await page.keyboard.press('e')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('The heart is enlarged.')
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(2)

  // Offline and after a reload: dropped sentences are not offered again, and Undo restores them.
  await expect(page.getByText(/On (this device|server)/).first()).toBeVisible()
  await goOffline(page.context())
  await draft.getByRole('button', { name: 'Drop: No change.' }).click()
  await expect(chips).toHaveCount(1)
  await draft.getByRole('button', { name: 'Undo' }).click()
  await expect(chips).toHaveCount(2)
  await draft.getByRole('button', { name: 'Drop: No change.' }).click()
  await expect(page.getByText(/On this device/).first()).toBeVisible()
  await page.reload()
  await expect(chips).toHaveCount(1)
  await expect(chips).toHaveAccessibleName('Normal chest.')
  await page.keyboard.press('Alt+7')
  await expect(chips.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(draft.getByText('Every sentence of the AI result is decided.')).toBeVisible()
  await page.context().setOffline(false)
  // If Sign is pressed before the app knows that it is online, it asks whether to sign on this device.
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const signed = () =>
    askDatabase<{ status: string; report_data: string; conclusion: string }>(
      server,
      'select status, report_data, conclusion from report where study_id = $1',
      [id],
    )
  await expect.poll(async () => (await signed())[0]?.status, { timeout: 30_000 }).toBe('Signed')
  const [own] = await signed()
  expect(own?.conclusion).toBe('<p>Normal chest.</p>')
  expect(own?.report_data).toMatch(
    /^<p>Lungs are clear\.<\/p><p>No nodule was detected\.<\/p><p>The heart is enlarged\.<\/p>(<p><\/p>)*$/,
  )
})

test.describe('images', () => {
  let viewer: TokenViewer
  test.beforeAll(async () => {
    viewer = await startTokenViewer()
  })
  test.afterAll(() => viewer?.close())

  test('images open in a tab with a token that the viewer issued for this study', async ({
    page,
    context,
  }) => {
    const { id, uid } = await aiStudy('Ready')
    await askDatabase(
      server,
      `update pacs set viewer_url = $1, viewer_open_type = 'Token', token_generate_endpoint = $2,
         token_auth_usr = 'reader', token_auth_pwd = 'secret', token_storage = 'MAIN', rev = rev + 1`,
      [`${viewer.url}/?token={TOKEN}`, `${viewer.url}/v3/generate`],
    )
    await signIn(page, server.url, DEMO_SIGN_IN.senior)
    await openReport(page, id)
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Open images' }).click()
    const tab = await opened
    await expect(tab.getByText(`Images of ${uid}`)).toBeVisible()
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  })
})

test.describe('a real image server', () => {
  test.skip(missingOrthanc !== undefined, missingOrthanc)
  let orthanc: Orthanc
  const folder = mkdtempSync(join(tmpdir(), 'readroom-e2e-'))
  test.beforeAll(async () => {
    orthanc = await startOrthanc()
  })
  test.afterAll(async () => {
    await orthanc?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a study downloads as a complete zip', async ({ page }) => {
    const { id, uid } = await aiStudy('Ready')
    await orthanc.store(writeCtFiles({ StudyInstanceUID: uid }, { folder, images: 4 }), 'CT1')
    await askDatabase(
      server,
      `update pacs set db_port = $1, db_name = 'dicom-web', db_user = $2, db_password = $3`,
      [orthanc.httpPort, ORTHANC_USER, ORTHANC_PASSWORD],
    )
    await askDatabase(
      server,
      `insert into client_setting (client_id, study_download) select id, true from client
       on conflict (client_id) do update set study_download = true`,
    )
    const [{ accession_no: accession } = { accession_no: '' }] = await askDatabase<{ accession_no: string }>(
      server,
      'select accession_no from study where id = $1',
      [id],
    )
    await signIn(page, server.url, DEMO_SIGN_IN.senior)
    await page.goto(`${server.url}/archives?range=Any`)
    await page.getByRole('textbox', { name: 'Keyword' }).fill(accession)
    // Narrowed to one row: the menu is attached to its row, and would close with another.
    await expect(page.getByRole('row')).toHaveCount(2)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /Download/ }).click()
    const file = join(folder, 'study.zip')
    const download = await saved
    await download.saveAs(file)
    expect(download.suggestedFilename()).toBe(`study-${accession}.zip`)
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
    await expect(page.getByText('The study was downloaded whole.')).toBeVisible()
  })
})
