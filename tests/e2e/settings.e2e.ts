import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { StudyRow } from '#contract/calls/studies.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { freePort } from '#tests/helpers/archive/orthanc.ts'
import { openSecuredArchive } from '#tests/helpers/archive/secured-archive.ts'
import { openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { hasPoppler, pageInks } from '#tests/helpers/paper/poppler.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let images: Server
let imagesPort: number
const folder = mkdtempSync(join(tmpdir(), 'readroom-settings-'))

test.beforeAll(async () => {
  server = await startServer()
  images = createServer((request, response) => {
    const isHere = request.url?.startsWith('/dicom-web/')
    if (!isHere) return response.writeHead(404).end()
    const senders = [{ '00020016': { vr: 'AE', Value: ['CT_BANER', 'MR_BANER'] } }]
    return response.end(JSON.stringify(request.url?.includes('/series') ? senders : []))
  })
  await new Promise<void>((done) => images.listen(0, '127.0.0.1', done))
  imagesPort = (images.address() as AddressInfo).port
})
test.afterAll(async () => {
  images?.closeAllConnections()
  images?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
const admin = onePage(() => server, DEMO_SIGN_IN.admin)

const open = async (page: Page, tile: string, name: string) => {
  await openScreen(page, `${server.url}/master/${tile}`)
  const drawer = page.getByRole('dialog', { name, exact: true })
  await expect(drawer).toBeVisible()
  return drawer
}

test('the administrator sets the mail server, and the test e-mail arrives', async () => {
  const page = admin()
  const sink = await openMailSink({ user: 'centre', password: 'a secret' })
  try {
    const drawer = await open(page, 'settings', 'Settings')
    const fill = (label: RegExp, text: string) => drawer.getByRole('textbox', { name: label }).fill(text)
    await fill(/^Host/, '127.0.0.1')
    await fill(/^Port/, String(sink.port))
    await fill(/^User name/, 'centre')
    await drawer.getByLabel(/^Password/).fill('a secret')
    await fill(/^Sender name/, 'Sanjeevani')
    await fill(/^Sender email/, 'desk@sanjeevani.example')
    await fill(/^Reply to/, 'desk@sanjeevani.example')
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved on the server')).toBeVisible()
    await fill(/^To$/, 'admin@example.org')
    await drawer.getByRole('button', { name: 'Send test e-mail' }).click()
    await expect(drawer.getByText('accepted the e-mail to admin@example.org')).toBeVisible()
    expect(sink.letters).toMatchObject([{ to: ['admin@example.org'] }])
    // Nothing that the browser received contains the password.
    expect(await drawer.innerHTML()).not.toContain('a secret')
    await expectAccessible(page, { within: ['[role="dialog"]'] })
  } finally {
    await sink.close()
  }
})

test('margins set by the administrator are the margins of the report’s PDF', async ({ browser }) => {
  const page = admin()
  test.skip(!hasPoppler, 'poppler-utils is missing')
  const study = await verifiedStudy(page)
  const drawer = await open(page, 'settings', 'Settings')
  await drawer.getByRole('tab', { name: 'Branch Wise Configurations' }).click()
  await drawer.getByRole('tab', { name: study.branch }).click()
  const card = drawer.getByRole('tabpanel', { name: study.branch })
  await card.getByRole('textbox', { name: 'Report margins without header and footer: Left' }).fill('189')
  await card.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved on the server')).toBeVisible()
  const doctor = await (await browser.newContext()).newPage()
  await signIn(doctor, server.url, DEMO_SIGN_IN.senior)
  // 189 pixels are 50 millimetres; the demo has 18.
  expect(await leftInk(doctor, study.id)).toBeCloseTo(50, -1)
  await doctor.context().close()
})

test('an image server is tested and created, and a branch takes its senders from it', async () => {
  const page = admin()
  const list = await open(page, 'pacs', 'Pacs')
  await list.getByRole('button', { name: 'Add New' }).click()
  const form = page.getByRole('dialog', { name: 'New pacs' })
  const fill = (label: RegExp, text: string) => form.getByRole('textbox', { name: label }).fill(text)
  await fill(/^Name/, 'Baner')
  await fill(/^DB Host/, '127.0.0.1')
  await fill(/^DB Port/, String(await freePort()))
  await fill(/^DB User/, 'reader')
  await fill(/^DB Name/, 'dicom-web')
  await fill(/^Viewer Url/, 'https://viewer.example/?study={STUDY_UID}')
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByRole('alert')).toContainText('No image server answered')
  await fill(/^DB Port/, String(imagesPort))
  await form.getByRole('button', { name: 'Test connection' }).click()
  await expect(form.getByText('The connection works.')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(list.getByText('Baner', { exact: true })).toBeVisible()

  const branches = await open(page, 'branches', 'Branches')
  await branches.getByRole('button', { name: 'Add New' }).click()
  const branch = page.getByRole('dialog', { name: 'New branch' })
  await branch.getByRole('textbox', { name: /^Name/ }).fill('Sanjeevani Baner')
  await branch.getByRole('combobox', { name: 'Pacs' }).click()
  await page.getByRole('option', { name: 'Baner' }).click()
  await branch.getByRole('combobox', { name: 'AET sources' }).click()
  await page.getByRole('option', { name: 'MR_BANER' }).click()
  await page.keyboard.press('Tab')
  await branch.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(branches.getByText('Sanjeevani Baner')).toBeVisible()
  await expect(branches.getByText('MR_BANER')).toBeVisible()
  await branches.getByRole('button', { name: 'Settings of Sanjeevani Baner' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings of Sanjeevani Baner' })
  await settings.getByRole('textbox', { name: /^Fixed TAT/ }).fill('90')
  await settings.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(settings).toHaveCount(0)
})

test('an image server behind OAuth2 and a client certificate connects, and its form never shows a secret again', async () => {
  const page = admin()
  const archive = await openSecuredArchive((_, response) => response.end('[]'))
  try {
    const list = await open(page, 'pacs', 'Pacs')
    await list.getByRole('button', { name: 'Add New' }).click()
    const form = page.getByRole('dialog', { name: 'New pacs' })
    const fill = (label: RegExp, text: string) => form.getByRole('textbox', { name: label }).fill(text)
    await fill(/^Name/, 'Cloud archive')
    await fill(/^DB Host/, '127.0.0.1')
    await fill(/^DB Port/, String(archive.port))
    await fill(/^DB Name/, 'dicom-web')
    await fill(/^Viewer Url/, 'https://viewer.example/?study={STUDY_UID}')
    await form.getByRole('switch', { name: 'Encrypted connection (TLS)' }).check()
    await form.getByRole('combobox', { name: 'Signs in by' }).click()
    await page.getByRole('option', { name: 'OAuth2 client credentials' }).click()
    await expect(form.getByRole('textbox', { name: /^DB User/ })).toHaveCount(0)
    await fill(/^OAuth2 token address/, archive.tokenUrl)
    await fill(/^OAuth2 client id/, archive.giver.clientId)
    await form.getByLabel(/^OAuth2 client secret/).fill('not this one')
    await fill(/^OAuth2 scope/, archive.giver.scope)
    await fill(/^Client certificate/, archive.client.cert)
    await fill(/^Private key of the client certificate/, 'no key')
    await fill(/^Own authority/, archive.authority.cert)
    const test = form.getByRole('button', { name: 'Test connection' })
    await test.click()
    await expect(form.getByRole('alert')).toContainText('is not a private key in PEM form')
    await fill(/^Private key of the client certificate/, archive.client.key)
    await test.click()
    await expect(form.getByRole('alert')).toContainText('The token address refused the client id or secret.')
    await form.getByLabel(/^OAuth2 client secret/).fill(archive.giver.clientSecret)
    await test.click()
    await expect(form.getByText('The connection works.')).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'pacs-new')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form).toHaveCount(0)

    await list.getByRole('button', { name: 'Edit Cloud archive' }).click()
    const again = page.getByRole('dialog', { name: 'Edit pacs' })
    await expect(again.getByText(/CN=readroom-client · valid until/)).toBeVisible()
    await expect(again.getByRole('button', { name: 'Change OAuth2 client secret' })).toBeVisible()
    await expect(
      again.getByRole('button', { name: 'Change Private key of the client certificate' }),
    ).toBeVisible()
    // The stored secret and key are used in place of the hidden ones.
    await again.getByRole('button', { name: 'Test connection' }).click()
    await expect(again.getByText('The connection works.')).toBeVisible()
    await shoot(page, 'pacs-edit')
    await again.getByRole('button', { name: 'Cancel' }).click()
  } finally {
    await archive.close()
  }
})

/** Takes pictures for people who review the screens; none in the ordinary run. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.READROOM_SHOTS
  if (!folder) return
  const before = page.viewportSize()
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByText('Client certificate', { exact: true }).first().scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
  if (before) await page.setViewportSize(before)
}

async function verifiedStudy(page: Page): Promise<StudyRow> {
  const token = await tokenOf(page, server.url, DEMO_SIGN_IN.senior)
  const answer = await page.request.post(`${server.url}${BASES.api.prefix}study/getList`, {
    data: { flag: 'worklist', ps: 20, status: 'Verified' },
    headers: { authorization: `Bearer ${token}` },
  })
  const [study] = ((await answer.json()) as { result: { data: StudyRow[] } }).result.data
  if (!study) throw new Error('The demo has no verified study.')
  return study
}

/**
 * Returns the distance from the left edge to the first ink of the report's first page, in millimetres,
 * printed without letterhead.
 */
async function leftInk(page: Page, studyId: string): Promise<number> {
  await openScreen(page, `${server.url}/report/${studyId}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report preview' })
  // By its key: the dialog opens with an animation, and an element that is clicked by position may have
  // moved.
  const letterhead = dialog.getByRole('switch', { name: 'Header and footer' })
  await letterhead.press('Space')
  await expect(letterhead).not.toBeChecked()
  const button = dialog.getByRole('button', { name: 'Download' })
  await expect(button).toBeEnabled({ timeout: 30_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const path = join(folder, `${studyId}.pdf`)
  await download.saveAs(path)
  return pageInks(new Uint8Array(readFileSync(path)))[0]?.left ?? 0
}
