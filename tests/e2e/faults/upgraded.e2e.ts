import { expect, test } from '@playwright/test'
import { expectDrained, expectOnDevice, waitingOn } from '../helpers/browser/device-store.ts'
import { expectEachOnce, findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../helpers/people.ts'
import {
  editorOf,
  openReport,
  placeOf,
  saveDraftOffline,
  signOffline,
  typeReport,
} from '../helpers/report-editor.ts'
import { putWorkBack, workVersion } from '../helpers/server/earlier-database.ts'
import { openProxiedServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
})
test.afterAll(() => system?.close())

// This test starts a browser and a server; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })
test('a full outbox of the first version survives a database upgrade and is sent once', async () => {
  const [draft = '', signed = '', typed = ''] = await giveStudies(system.server, 3)
  const browser = await openBrowser(system.profile('upgraded'))
  let page = browser.pages()[0] ?? (await browser.newPage())
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await expectOnDevice(page, [draft, signed, typed])
  system.line.set({ kind: 'refuse' })
  await openReport(page, system.url, draft)
  await typeReport(page, 'Waits as a draft.')
  await saveDraftOffline(page)
  await openReport(page, system.url, signed)
  await typeReport(page, 'Waits to be filed.')
  await signOffline(page)
  await openReport(page, system.url, typed)
  await typeReport(page, 'Only typed.')
  await expect(placeOf(page, 'On this device')).toBeVisible()
  const waiting = await waitingOn(page)
  expect(waiting).toHaveLength(2)
  const user = await page.evaluate(() => localStorage.getItem('readroom.user') ?? '')
  const [worker] = browser.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  const now = await workVersion(worker, user)

  await test.step('the rows match those of the first version', async () => {
    const empty = await browser.newPage()
    await page.close()
    page = empty
    await putWorkBack(worker, user)
    expect(await workVersion(worker, user)).toBe(1)
  })
  system.line.set({ kind: 'none' })

  await page.goto(`${system.url}/report/${typed}`)
  await expect(editorOf(page)).toHaveText('Only typed.')
  expect(await workVersion(worker, user)).toBe(now)
  // The editor saves typed text by itself.
  await expect(placeOf(page, 'On server')).toBeVisible({ timeout: 20_000 })
  await expectDrained(page)
  await browser.close()
  await expectEachOnce(system.server, waiting)
  expect((await findReport(system.server, typed))?.text).toBe('<p>Only typed.</p>')
  expect((await findReport(system.server, draft))?.versions).toEqual([
    { status: 'Draft', text: '<p>Waits as a draft.</p>' },
  ])
  expect((await findReport(system.server, signed))?.versions).toEqual([
    { status: 'Signed', text: '<p>Waits to be filed.</p>' },
  ])
})
