import { expect, test } from '@playwright/test'
import { killBrowser } from '../helpers/browser/browser-process.ts'
import { expectDrained, expectOnDevice, waitingOn } from '../helpers/browser/device-store.ts'
import { expectEachOnce, findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, signIn, unlock } from '../helpers/people.ts'
import {
  editorOf,
  openReport,
  placeOf,
  saveDraft,
  saveDraftOffline,
  signOffline,
  typeReport,
} from '../helpers/report-editor.ts'
import { openProxiedServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
})
test.afterAll(() => system?.close())

// One test starts browsers and servers several times; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

test('a browser killed while work waits and while a batch is being sent loses no word and duplicates none', async () => {
  const [draft = '', signed = '', typed = ''] = await giveStudies(system.server, 3)
  const profile = system.profile('killed')
  let browser = await openBrowser(profile)
  let page = browser.pages()[0] ?? (await browser.newPage())
  const startAgain = async (studyId: string) => {
    browser = await openBrowser(profile)
    page = browser.pages()[0] ?? (await browser.newPage())
    await page.goto(`${system.url}/report/${studyId}`)
    await unlock(page)
  }
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await expectOnDevice(page, [draft, signed, typed])

  await test.step('killed while a draft and a signature wait and a sentence is typed but not saved', async () => {
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
    await killBrowser(browser, profile)
  })

  const answers = system.line.fail({ to: /sync\/commands/, after: 'nothing', ending: 'stall' })
  await test.step('reopened offline, all of it is there; killed again while a batch is being sent', async () => {
    await startAgain(typed)
    await expect(editorOf(page)).toHaveText('Only typed.')
    await saveDraft(page)
    await expect.poll(() => waitingOn(page)).toHaveLength(3)
    system.line.set({ kind: 'none' })
    await expect.poll(() => answers.hits, 'the server has done it, its answer is lost').toBeGreaterThan(0)
    await typeReport(page, ' And more.')
  })
  const acknowledged = await waitingOn(page)
  await killBrowser(browser, profile)
  answers.release()

  await startAgain(typed)
  await expect(editorOf(page)).toHaveText('Only typed. And more.')
  await expectDrained(page)
  await saveDraft(page)
  await expect(placeOf(page, 'On server')).toBeVisible()
  await expectDrained(page)
  await browser.close()
  await expectEachOnce(system.server, acknowledged)
  expect(await findReport(system.server, draft)).toMatchObject({
    rev: 1,
    versions: [{ status: 'Draft', text: '<p>Waits as a draft.</p>' }],
  })
  expect(await findReport(system.server, signed)).toMatchObject({
    rev: 1,
    versions: [{ status: 'Signed', text: '<p>Waits to be filed.</p>' }],
  })
  expect((await findReport(system.server, typed))?.versions).toEqual([
    { status: 'Draft', text: '<p>Only typed.</p>' },
    { status: 'Draft', text: '<p>Only typed. And more.</p>' },
  ])
})
