import { expect, type Page, test } from '@playwright/test'
import { countStudies, expectDrained } from '../helpers/browser/device-store.ts'
import { fillDisk } from '../helpers/browser/fill-disk.ts'
import { findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../helpers/people.ts'
import { editorOf, openReport, placeOf, saveDraft, typeReport } from '../helpers/report-editor.ts'
import { openKillableServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'
import type { OwnServer } from '../helpers/server/running-server.ts'

const ROWS = 42_000
/** They are deleted in portions while the doctor types: one transaction for all would block every write. */
const ROWS_BEYOND = 8_000
/** Space for the app and the copies; the rest is filled. */
const QUOTA = 160 * 1024 * 1024

let system: ProxiedServer<OwnServer>
test.beforeAll(async () => {
  system = await openKillableServer()
})
test.afterAll(() => system?.close())

/** Days before the newest study: outside the window that the server allows this device. */
const BEYOND_DAYS = 120

/**
 * Repeats a sealed study of this device: `within` copies, each a minute older than the one before, as after
 * months of work, and `beyond` copies that the next pull deletes because the window has moved.
 */
async function repeatStudies(page: Page, within: number, beyond: number): Promise<void> {
  const ages = [
    ...Array.from({ length: within }, (_, i) => (i + 1) * 60_000),
    ...Array.from({ length: beyond }, (_, i) => BEYOND_DAYS * 86_400_000 + i * 1_000),
  ]
  await page.evaluate(async (all) => {
    const opening = indexedDB.open(`readroom-cache-${localStorage.getItem('readroom.user')}`)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const rows = opening.result.transaction('studies').objectStore('studies').getAll()
    await new Promise((resolve) => rows.addEventListener('success', resolve))
    const studies = rows.result as { id: string; received: number }[]
    const newest = studies.reduce((a, b) => (a.received > b.received ? a : b))
    for (let made = 0; made < all.length; ) {
      const writing = opening.result.transaction('studies', 'readwrite')
      for (const age of all.slice(made, made + 1_000)) {
        const id = `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`
        writing.objectStore('studies').add({ ...newest, id, received: newest.received - age })
        made += 1
      }
      await new Promise((resolve, reject) => {
        writing.addEventListener('complete', resolve)
        writing.addEventListener('abort', () => reject(writing.error))
      })
    }
    opening.result.close()
  }, ages)
}

const FULL = 'This device is full'

test('a device full of 50,000 copies saves and sends typed text, and keeps its copies', async () => {
  test.slow()
  const [study = ''] = await giveStudies(system.server, 1)
  const browser = await openBrowser(system.profile('copies'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  const { origin } = new URL(system.url)
  const devtools = await browser.newCDPSession(page)
  // From the start, because the browser notices a lower quota late.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA })
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await openReport(page, system.url, study)
  await typeReport(page, 'Kept before.')
  await saveDraft(page)
  await expect(placeOf(page, 'On server')).toBeVisible()
  await expectDrained(page)
  await repeatStudies(page, ROWS, ROWS_BEYOND)

  await fillDisk(page)
  let pulls = 0
  page.on('request', (request) => {
    if (request.url().includes('/sync/pull')) pulls += 1
  })
  const texts = ['Kept before.', ' Typed on a full disk.', ' And on.', ' And on, and on.']
  for (const text of texts.slice(1)) {
    await typeReport(page, text)
    await saveDraft(page)
    await expect(placeOf(page, 'On server')).toBeVisible()
    await expectDrained(page)
    await expect(page.getByText(FULL)).toHaveCount(0)
  }

  await test.step('pulls that find no space take neither the space of work nor the copies', async () => {
    const before = pulls
    await system.server.kill()
    await system.server.restart()
    await expect.poll(() => pulls, { timeout: 30_000 }).toBeGreaterThan(before + 1)
    expect(await countStudies(page)).toBeGreaterThan(ROWS * 0.9)
    await expect(page.getByText(FULL)).toHaveCount(0)
  })

  await test.step('a page reloaded on the full disk shows the text', async () => {
    await page.reload()
    await expect(editorOf(page)).toHaveText(texts.join(''))
    await expect(page.getByText(FULL)).toHaveCount(0)
  })
  await browser.close()
  expect((await findReport(system.server, study))?.versions.at(-1)?.text).toBe(`<p>${texts.join('')}</p>`)
})
