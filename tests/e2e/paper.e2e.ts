import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import type { BookletDetail } from '#contract/calls/booklets.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'readroom-paper-'))
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

const PHP = BASES.php.prefix

async function studies(page: Page, filter: object): Promise<StudyRow[]> {
  const token = await tokenOf(page, server.url, DEMO_SIGN_IN.senior)
  const answer = await page.request.post(`${server.url}${BASES.api.prefix}study/getList`, {
    data: { flag: 'worklist', ps: 500, ...filter },
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { result: { data: StudyRow[] } }).result.data
}

async function bookletOf(page: Page, studyId: string): Promise<BookletDetail> {
  const token = await tokenOf(page, server.url, DEMO_SIGN_IN.senior)
  const answer = await page.request.get(`${server.url}${PHP}studies/bookletDtl/${studyId}`, {
    headers: { token },
  })
  return ((await answer.json()) as { result: BookletDetail }).result
}

async function openPreview(page: Page, studyId: string) {
  await page.goto(`${server.url}/report/${studyId}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report preview' })
  await expect(dialog.getByTitle('The report as it is printed')).toBeVisible()
  return dialog
}

async function downloaded(page: Page, click: () => Promise<void>): Promise<Uint8Array> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return new Uint8Array(readFileSync(path))
}

async function withKeyImages(page: Page): Promise<StudyRow> {
  for (const study of await studies(page, { status: 'Verified' }))
    if ((await bookletOf(page, study.id)).rev > 0) return study
  throw new Error('The demo has no reported study with key images.')
}

test('the preview prints the chosen parts: letterhead, signature, key images; the file is named after the signed report', async () => {
  const page = reader()
  const study = await withKeyImages(page)
  const dialog = await openPreview(page, study.id)
  const plain = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  const document = await PDFDocument.load(plain)
  expect(document.getKeywords()).toMatch(/^readroom-signed:[0-9a-f]{64}/)
  if (hasPoppler)
    for (const [at, text] of pageTexts(plain).entries()) {
      expect(text).toContain(study.pat_id)
      expect(text).toContain(`Page ${at + 1} of ${document.getPageCount()}`)
    }
  await dialog.getByRole('combobox', { name: 'Key image pages' }).click()
  await page.getByRole('option', { name: 'Key images 3 × 2' }).click()
  await dialog.getByRole('switch', { name: 'Doctor signature' }).click({ force: true })
  await expect(dialog.getByTitle('The report as it is printed')).toBeVisible()
  const more = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  expect((await PDFDocument.load(more)).getPageCount()).toBe(document.getPageCount() + 1)

  await dialog.getByRole('button', { name: 'View Key Images' }).click()
  await page.getByRole('menuitem', { name: '3 × 3' }).click()
  const images = page.getByRole('dialog', { name: 'Key Images 3 × 3' })
  await expect(images.getByRole('img', { name: /^Key image/ })).toHaveCount(5)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'View Booklet' }).click()
  const booklet = page.getByRole('dialog', { name: 'View Booklet' })
  await expect(booklet.getByRole('img', { name: 'Front of the booklet' })).toBeVisible()
  await expect(booklet.getByRole('region', { name: /^Report / })).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    if (!process.env.READROOM_SHOTS) break
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(process.env.READROOM_SHOTS, `booklet-${width}.png`) })
  }
  const pdf = await downloaded(page, () => booklet.getByRole('button', { name: 'Download' }).click())
  // Front, the report as on its own paper, the pictures, back.
  const booklets = await PDFDocument.load(pdf, { updateMetadata: false })
  expect(booklets.getPageCount()).toBe(document.getPageCount() + 3)
  expect(booklets.getKeywords()).toBe(document.getKeywords())
})

test('an unpaid report opens but is neither printed nor downloaded where the centre requires payment', async () => {
  const page = reader()
  await page.route('**/report/paper/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { result: object }
    await route.fulfill({
      response: answer,
      json: { ...body, result: { ...body.result, results_wait_for_payment: 1 } },
    })
  })
  const unpaid = (await studies(page, { status: 'Verified' })).find((one) => one.payment_status === 'Pending')
  const dialog = await openPreview(page, unpaid?.id ?? '')
  await expect(dialog.getByText(/^Payment is pending: the report can be read here/)).toBeVisible()
  for (const name of ['Download', 'Print']) {
    const button = dialog.getByRole('button', { name, exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAttribute(
      'aria-description',
      'Payment is pending; you may not print or download this report.',
    )
  }
  await page.unroute('**/report/paper/*')
})

test('a booklet is built offline, is there when the dialog reopens, and is delivered with its pictures', async () => {
  const page = reader()
  const context = page.context()
  const [study] = await studies(page, { status: 'Draft' })
  const studyId = study?.id ?? ''
  await page.goto(`${server.url}/report/${studyId}`)
  await page.getByRole('button', { name: 'Booklet view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Booklet' })
  await expect(dialog.getByRole('group', { name: 'Cell 1' })).toBeVisible()
  await goOffline(context)

  const picture = (background: string) =>
    sharp({ create: { width: 900, height: 700, channels: 3, background } })
      .png()
      .toBuffer()
  const file = { name: 'scan.png', mimeType: 'image/png', buffer: await picture('#335577') }
  const choose = async (cell: number, given: typeof file) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: `Choose a file, Cell ${cell}` }).click(),
    ])
    await chooser.setFiles(given)
  }
  await choose(1, file)
  await expect(dialog.getByRole('img', { name: 'Key image 1' })).toBeVisible()
  await choose(2, {
    name: 'scan.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('MZ\x90 no picture at all'),
  })
  await expect(page.getByText('Invalid image! Only .jpg and .png images are allowed.')).toBeVisible()

  await dialog.getByRole('group', { name: 'Cell 3' }).focus()
  await dialog.getByRole('group', { name: 'Cell 3' }).evaluate(
    (cell, bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'clip.png', { type: 'image/png' }))
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    },
    [...(await picture('#775533'))],
  )
  await expect(dialog.getByRole('img', { name: 'Key image 3' })).toBeVisible()
  await dialog.getByText('White').click()
  await expect(dialog.getByText('On this device')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Booklet view' }).click()
  await expect(dialog.getByRole('img', { name: /^Key image/ })).toHaveCount(2)

  await context.setOffline(false)
  await expect(dialog.getByText('On server')).toBeVisible()
  const kept = await bookletOf(page, studyId)
  expect(kept).toMatchObject({ layout: '2x2', empty_area_bg: 'white' })
  expect(kept.img_file_ids.map((id) => id !== null)).toEqual([true, false, true])
  const stored = await page.request.get(`${server.url}${kept.img_urls[0]}`)
  expect([stored.status(), stored.headers()['content-type']]).toEqual([200, 'image/jpeg'])

  await dialog.getByRole('button', { name: 'Remove picture 1' }).click()
  await expect(dialog.getByText('Keeping …')).toHaveCount(0)
  await expect.poll(async () => (await bookletOf(page, studyId)).img_file_ids.filter(Boolean).length).toBe(1)
})
