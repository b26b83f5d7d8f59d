import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { reportCalls } from '#contract/calls/reports.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import { missingOrthanc, type Orthanc, startOrthanc } from '#tests/helpers/archive/orthanc.ts'
import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { addImageServer } from './helpers/outside/image-server.ts'
import { DEMO_SIGN_IN, openBrowser, signIn, unlock } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const ACCESSION = 'STORY2026'
const STUDY_UID = '1.2.826.0.1.3680043.10.1187.77.1'
const FINDINGS = 'A 6 mm calcified nodule stands in the right upper lobe.'
const MORE = 'No pleural effusion on either side.'
const CONCLUSION = 'Old granulomatous disease, nothing active.'

test.skip(missingOrthanc !== undefined, `the image server's package is not here: ${missingOrthanc}`)

let server: RunningServer
let orthanc: Orthanc
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-story-'))
  ;[server, orthanc] = await Promise.all([startServer(), startOrthanc()])
  addImageServer(server, orthanc)
})
test.afterAll(async () => {
  await Promise.all([server?.stop(), orthanc?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a CT of two images as a scanner does. */
async function scan(): Promise<void> {
  const files = writeCtFiles(
    {
      StudyInstanceUID: STUDY_UID,
      PatientName: 'Rao^Lakshmi',
      PatientID: 'SAN-777001',
      PatientBirthDate: '19710304',
      PatientSex: 'F',
      AccessionNumber: ACCESSION,
      StudyDate: centreDay().replaceAll('-', ''),
      StudyTime: '091500',
      StudyDescription: 'HRCT Chest',
      ReferringPhysicianName: 'Kulkarni^Asha',
      Modality: 'CT',
    },
    { folder, images: 2 },
  )
  await orthanc.store(files, 'SAN_KOTHRUD')
}

const part = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const textOf = (page: Page, name: string) => page.getByRole('textbox', { name })

/** Ends the tab like a crash: no unload handler runs. */
async function killTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // The call does not return, because the renderer has crashed.
  session.send('Page.crash').catch(() => {})
  await page.waitForEvent('crash')
  await page.close()
}

/** Returns the server's data by a plain call with the session of the page's person. */
async function historyOf(
  page: Page,
  studyId: string,
): Promise<{ rev: number; report_data: string; status: string }[]> {
  const answer = await page.request.post(`${server.url}/api/auth/login`, {
    data: { username: DEMO_SIGN_IN.admin, password: DEMO_SIGN_IN.password },
  })
  const { token } = (await answer.json()) as { token: string }
  const path = reportCalls.reportHistory.path.replace('{id}', studyId)
  const history = await page.request.get(`${server.url}${BASES.php.prefix}${path}`, { headers: { token } })
  return ((await history.json()) as { result: { rev: number; report_data: string; status: string }[] }).result
}

test('a CT arrives, is reported with a network outage in between, signed, verified, and printed on letterhead', async () => {
  test.setTimeout(180_000)
  const desk = await openBrowser(join(folder, 'first-doctor'))
  let page = desk.pages()[0] ?? (await desk.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.goto(`${server.url}/worklist1?sort=received`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await test.step('the study appears on the worklist seconds after the scanner sent it', async () => {
    await scan()
    await expect(page.getByRole('row', { name: /Lakshmi Rao/ })).toBeVisible({ timeout: 10_000 })
    await expect(page.getByRole('row', { name: /Lakshmi Rao/ })).toContainText(ACCESSION)
  })

  await test.step('the doctor opens it and assigns it to herself', async () => {
    await page.getByRole('row', { name: /Lakshmi Rao/ }).dblclick()
    await page.waitForURL('**/report/**')
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await expect(textOf(page, 'Description')).toBeEditable()
    await expect(page.getByText('SAN-777001').first()).toBeVisible()
    // The app itself must be on the device before the network is cut.
    await page.evaluate(() => navigator.serviceWorker.ready)
  })
  const address = page.url()
  const studyId = new URL(address).pathname.split('/').at(-1) ?? ''

  await test.step('offline, she writes; the tab is killed; every word is there', async () => {
    await goOffline(desk)
    await textOf(page, 'Description').click()
    await page.keyboard.type(FINDINGS)
    await part(page, 'Conclusion').click()
    await textOf(page, 'Conclusion').click()
    await page.keyboard.type(CONCLUSION)
    await expect(page.getByText(/^On this device/).first()).toBeVisible()
    await expect(page.getByText(/^Offline since/).first()).toBeVisible()
    const other = await desk.newPage()
    await killTab(page)
    page = other
    await page.goto(address)
    // The key is lost with the only tab that held it.
    await unlock(page)
    await expect(textOf(page, 'Description')).toContainText(FINDINGS)
    await part(page, 'Conclusion').click()
    await expect(textOf(page, 'Conclusion')).toContainText(CONCLUSION)
    await part(page, 'Description').click()
    await textOf(page, 'Description').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(` ${MORE}`)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText(/^On this device/).first()).toBeVisible()
  })

  await test.step('after reconnecting the draft arrives once', async () => {
    await desk.setOffline(false)
    await expect(page.getByText(/^On server/).first()).toBeVisible({ timeout: 20_000 })
    const history = await historyOf(page, studyId)
    expect(history.filter((version) => version.report_data.includes(MORE))).toHaveLength(1)
    expect(history[0]?.report_data).toBe(`<p>${FINDINGS} ${MORE}</p>`)
  })

  await test.step('she signs', async () => {
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByText('Signed', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^On server/).first()).toBeVisible()
  })

  await test.step('a second doctor verifies, and the paper has the letterhead', async () => {
    const second = await openBrowser(join(folder, 'second-doctor'))
    const reader = second.pages()[0] ?? (await second.newPage())
    await signIn(reader, server.url, DEMO_SIGN_IN.verifier)
    await reader.goto(address)
    await expect(reader.getByText(FINDINGS)).toBeVisible()
    await reader.getByRole('button', { name: 'Verify' }).click()
    await expect(reader.getByText('Are you sure to verify this report?')).toBeVisible()
    await reader
      .getByRole('dialog')
      .getByRole('button', { name: 'Verify' })
      .or(reader.getByRole('dialog').getByRole('button', { name: 'Yes' }))
      .first()
      .click()
    await expect(reader.getByText('Verified', { exact: true }).first()).toBeVisible()
    await reader.getByRole('button', { name: 'Preview' }).click()
    const downloading = reader.waitForEvent('download')
    await reader
      .getByRole('button', { name: 'Download' })
      .or(reader.getByRole('link', { name: 'Download' }))
      .click()
    const paper = join(folder, 'report.pdf')
    await (await downloading).saveAs(paper)
    const text = execFileSync('pdftotext', ['-layout', paper, '-'], { encoding: 'utf8' })
    for (const word of [
      'Lakshmi Rao',
      ACCESSION,
      FINDINGS,
      MORE,
      CONCLUSION,
      'Dr. Anjali Mehta',
      'Page 1 of 1',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(word)
    expect(text).not.toContain('Provisional')
    // Letterhead: a header and a footer picture across the page, and the signature.
    const pictures = execFileSync('pdfimages', ['-list', paper], { encoding: 'utf8' }).split('\n').slice(2)
    expect(pictures.filter((line) => line.includes(' image ')).length).toBeGreaterThanOrEqual(3)
    await second.close()
  })

  await test.step('her own screen updates by itself', async () => {
    await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible()
    await desk.close()
  })
})
