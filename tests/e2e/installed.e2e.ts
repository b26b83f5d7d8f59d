import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectFetched, goOffline } from './helpers/browser/device-store.ts'
import { DEMO_SIGN_IN, openBrowser, signIn, unlock } from './helpers/people.ts'
import { type OwnServer, startOwnServer } from './helpers/server/running-server.ts'

let server: OwnServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-installed-'))
  server = await startOwnServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the app can be installed and, after one visit, opens any route with the password and no server', async () => {
  const first = await openBrowser(join(folder, 'desk'))
  const page = first.pages()[0] ?? (await first.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.goto(`${server.url}/worklist1`)
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  const devtools = await first.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  await expectFetched(page)
  const name = (await page.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? ''
  await first.close()
  await server.kill()

  const second = await openBrowser(join(folder, 'desk'))
  const desk = second.pages()[0] ?? (await second.newPage())
  await desk.goto(`${server.url}/worklist1`)
  await unlock(desk)
  await expect(desk.getByText(/^Offline since/).first()).toBeVisible()
  await expect(desk.getByRole('row').nth(1)).toContainText(name)
  await desk.goto(`${server.url}/archives-small`)
  await expect(desk.getByRole('row').nth(1)).toBeVisible()
  await server.restart()
  await desk.goto(`${server.url}/worklist1`)
  await expect(desk.getByText('Online', { exact: true }).first()).toBeVisible()
  await second.close()
})

test('a missing asset returns 404 and never the shell', async ({ request }) => {
  const asset = await request.get(`${server.url}/assets/gone-1234.js`)
  expect(asset.status()).toBe(404)
  expect(await asset.text()).not.toContain('<!doctype html>')
  const unknownCall = await request.get(`${server.url}/api/no/such/call`)
  expect(unknownCall.status()).toBe(404)
  expect(unknownCall.headers()['content-type']).toContain('application/json')
})

test('a server that dies while a draft is being sent loses nothing and duplicates nothing', async () => {
  const context = await openBrowser(join(folder, 'writer'))
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.goto(`${server.url}/worklist1?status=Pending&assigned_type=Unassigned`)
  await page.getByRole('row').nth(1).dblclick()
  await page.waitForURL('**/report/**')
  await page.getByRole('button', { name: 'Assign to me' }).click()
  const editor = page.getByRole('textbox', { name: 'Description' })
  await expect(editor).toBeEditable()
  await editor.click()
  await page.keyboard.type('First sentence before the crash.')
  await Promise.all([page.getByRole('button', { name: 'Save draft' }).click(), server.kill()])
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Second sentence after it.')
  await expect(page.getByText(/^On this device/).first()).toBeVisible()
  await server.restart()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^On server/).first()).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect(editor).toContainText('First sentence before the crash. Second sentence after it.')
  await context.close()
})

test('the paper of a signed report is typeset, closed and downloaded offline', async () => {
  const context = await openBrowser(join(folder, 'printer'))
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${server.url}/worklist1?status=Verified`)
  // Header, footer and signatures are fetched in advance when a report is opened.
  let pictures = 0
  page.on('response', (response) => {
    if (response.url().includes('/api/file/') && response.ok()) pictures += 1
  })
  await page.getByRole('row').nth(1).dblclick()
  await page.waitForURL('**/report/**')
  await expect.poll(() => pictures).toBeGreaterThanOrEqual(3)
  await goOffline(context)
  await page.getByRole('button', { name: 'Preview' }).click()
  const downloading = page.waitForEvent('download')
  await page
    .getByRole('button', { name: 'Download' })
    .or(page.getByRole('link', { name: 'Download' }))
    .click()
  const paper = join(folder, 'offline.pdf')
  await (await downloading).saveAs(paper)
  const text = execFileSync('pdftotext', ['-layout', paper, '-'], { encoding: 'utf8' })
  expect(text).toContain('Page 1 of')
  const listed = execFileSync('pdfimages', ['-list', paper], { encoding: 'utf8' })
  expect(listed.split('\n').filter((line) => line.includes(' image ')).length).toBeGreaterThanOrEqual(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await context.close()
})
