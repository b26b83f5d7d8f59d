import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { expectVisitsOnDevice, goOffline } from './helpers/browser/device-store.ts'
import { findReadableWords } from './helpers/browser/readable-words.ts'
import { DEMO_SIGN_IN, openBrowser, signIn, unlock } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let context: BrowserContext
let page: Page
const folder = mkdtempSync(join(tmpdir(), 'readroom-shared-'))
const profile = join(folder, 'desk')
const NAME = 'Ueberweisung-Zwetschgenkern.png'

test.beforeAll(async () => {
  server = await startServer()
  context = await openBrowser(profile)
  page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
  await expectVisitsOnDevice(page)
})
test.afterAll(async () => {
  await context?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Shares files with the app as the system does: posts a form to the share target. */
async function share(files: { name: string; type: string; base64: string }[]): Promise<void> {
  // The address may be the same before and after.
  const arrived = page.waitForEvent('load')
  await page.evaluate((given) => {
    const form = document.createElement('form')
    Object.assign(form, { action: '/share-target', method: 'POST', enctype: 'multipart/form-data' })
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', name: 'files', multiple: true })
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    input.files = transfer.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, files)
  await arrived
  await page.waitForURL('**/shared-file')
}

const picture = async (name = NAME) => {
  const png = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#225588' } })
    .png()
    .toBuffer()
  return { name, type: 'image/png', base64: png.toString('base64') }
}
const pdf = {
  name: 'letter.pdf',
  type: 'application/pdf',
  base64: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n').toString('base64'),
}

/** Returns how many pages hold a vault's key: locking covers the page first, and then releases the key. */
const keysHeld = () =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    return held.filter(({ name }) => name?.startsWith('readroom-key-')).length
  })

const form = () => page.getByRole('region', { name: 'Patient' })
const documents = () =>
  askDatabase<{ name: string }>(server, `select name from visit_document where name = $1`, [NAME])

test('a picture shared offline is filed with a patient’s visit and delivered later', async () => {
  await goOffline(context)
  await share([await picture()])
  await expect(page.getByRole('img', { name: `Preview of ${NAME}` })).toBeVisible()
  await form()
    .getByRole('combobox', { name: /^Name, phone/ })
    .fill('Ganesh')
  await page
    .getByRole('option', { name: /Ganesh/ })
    .first()
    .click()
  await expect(form().getByRole('combobox', { name: 'Visit' })).toHaveValue(/·/)
  await form().getByRole('combobox', { name: 'Document tag' }).click()
  await page.getByRole('option').first().click()
  await expectAccessible(page)
  for (const [name, width, height] of [
    ['wide', 1440, 900],
    ['tablet', 1024, 768],
    ['phone', 390, 844],
  ] as const) {
    if (!process.env.READROOM_SHOTS) break
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: join(process.env.READROOM_SHOTS, `shared-${name}.png`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await form().getByRole('button', { name: 'File document' }).click()
  await expect(page.getByText(/^The document is filed with visit/)).toBeVisible()
  await expect(page.getByText('Nothing waits to be filed')).toBeVisible()
  expect(await documents()).toEqual([])
  await context.setOffline(false)
  await expect.poll(documents, { timeout: 30_000 }).toEqual([{ name: NAME }])
})

test('a locked page unlocks first; the shared file is there after a reload, and Cancel deletes it', async () => {
  await page.keyboard.press('Control+Shift+L')
  await expect(page.getByRole('dialog', { name: /^Locked/ })).toBeVisible()
  await expect.poll(keysHeld).toBe(0)
  await share([pdf, await picture('second.png')])
  await unlock(page)
  await expect(page.getByText('letter.pdf')).toBeVisible()
  await page.reload()
  await expect(page.getByText('letter.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Leave out second.png' }).click()
  await expect(page.getByText('second.png')).toHaveCount(0)
  await form().getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing waits to be filed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing waits to be filed')).toBeVisible()
})

test('a file of a forbidden type is refused with the message of the documents dialog', async () => {
  await share([
    { name: 'notes.png', type: 'image/png', base64: Buffer.from('just words').toString('base64') },
  ])
  await expect(page.getByRole('dialog').or(page.getByRole('alert')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing waits to be filed')).toBeVisible()
})

test('nothing readable of a shared file stays in the profile', async () => {
  await share([await picture('Zwetschgenkern-Zweitbefund.png')])
  await expect(page.getByText('Zwetschgenkern-Zweitbefund.png')).toBeVisible()
  const caches = await page.evaluate(async () => {
    const kept: string[] = []
    for (const name of await window.caches.keys())
      for (const { url } of await (await window.caches.open(name)).keys()) kept.push(url)
    return kept.filter((url) => url.includes('share'))
  })
  expect(caches.filter((url) => !url.includes('/assets/'))).toEqual([])
  await context.close()
  expect([...findReadableWords(profile, ['Zwetschgenkern'])]).toEqual([])
})
