import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { draftsOn, expectDrained, waitingOn } from '../helpers/browser/device-store.ts'
import { fillDisk } from '../helpers/browser/fill-disk.ts'
import { findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, signIn, unlock } from '../helpers/people.ts'
import {
  editorOf,
  openReport,
  placeOf,
  saveDraft,
  saveDraftOffline,
  typeReport,
} from '../helpers/report-editor.ts'
import { openProxiedServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'

const HOUR_MS = 3_600_000
/** Space for the app, its copies and little more. */
const QUOTA = 48 * 1024 * 1024

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
})
test.afterAll(() => system?.close())

async function openDesk(name: string): Promise<{ browser: BrowserContext; page: Page }> {
  const browser = await openBrowser(system.profile(name))
  return { browser, page: browser.pages()[0] ?? (await browser.newPage()) }
}

for (const [words, hours] of [
  ['two hours behind', -2],
  ['three days ahead', 72],
  ['three days behind', -72],
] as const)
  test(`a device with a clock ${words} sends, pulls, locks and unlocks normally`, async () => {
    const [study = ''] = await giveStudies(system.server, 1)
    const { browser, page } = await openDesk(words)
    await page.clock.install({ time: Date.now() + hours * HOUR_MS })
    await signIn(page, system.url, DEMO_SIGN_IN.senior)
    await openReport(page, system.url, study)
    await typeReport(page, 'By a clock that is wrong.')
    await saveDraft(page)
    await expect(placeOf(page, 'On server')).toBeVisible()

    await test.step('the clock is corrected while a change waits for its next attempt', async () => {
      system.line.set({ kind: 'refuse' })
      await typeReport(page, ' Then it was set.')
      await saveDraftOffline(page)
      await page.clock.setSystemTime(Date.now())
      // A clock that jumps ahead may mean that the machine slept and nobody was there.
      if (hours < 0) await unlock(page)
      system.line.set({ kind: 'none' })
      await expect(placeOf(page, 'On server')).toBeVisible()
      await expectDrained(page)
    })

    await test.step('the device locks after the idle minutes and unlocks', async () => {
      // The watch checks the clock every few seconds; after the clock was set back, it counts from the new
      // time.
      await page.clock.fastForward('00:10')
      await page.clock.fastForward('16:00')
      await unlock(page)
      await expect(editorOf(page)).toHaveText('By a clock that is wrong. Then it was set.')
      await typeReport(page, ' Unlocked.')
      await saveDraft(page)
      await expect(placeOf(page, 'On server')).toBeVisible()
      await expectDrained(page)
    })
    await browser.close()
    expect((await findReport(system.server, study))?.versions.map(({ text }) => text)).toEqual([
      '<p>By a clock that is wrong.</p>',
      '<p>By a clock that is wrong. Then it was set.</p>',
      '<p>By a clock that is wrong. Then it was set. Unlocked.</p>',
    ])
  })

test('a full disk shows an error, saves nothing in part, and work continues once there is space', async () => {
  const [study = ''] = await giveStudies(system.server, 1)
  const { browser, page } = await openDesk('full')
  const devtools = await browser.newCDPSession(page)
  const { origin } = new URL(system.url)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA })
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await openReport(page, system.url, study)
  await typeReport(page, 'Kept before.')
  await saveDraft(page)
  await expect(placeOf(page, 'On server')).toBeVisible()
  await expectDrained(page)

  const before = await draftsOn(page)
  await fillDisk(page)
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Typed on a full disk.')
  await expect(page.getByRole('alert').filter({ hasText: 'This device is full' }).first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Not kept' })).toBeVisible()
  expect(await draftsOn(page), 'what was kept before stands as it was').toEqual(before)
  expect(await waitingOn(page), 'nothing that could not be kept is sent').toEqual([])
  await expect(placeOf(page, 'On server')).toHaveCount(0)
  await expect(editorOf(page)).toHaveText('Kept before. Typed on a full disk.')

  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await saveDraft(page)
  await expect(placeOf(page, 'On server')).toBeVisible()
  await expect(page.getByText('This device is full')).toHaveCount(0)
  await expectDrained(page)
  await browser.close()
  expect((await findReport(system.server, study))?.versions.map(({ text }) => text)).toEqual([
    '<p>Kept before.</p>',
    '<p>Kept before. Typed on a full disk.</p>',
  ])
})
