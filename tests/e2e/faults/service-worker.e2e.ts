import { expect, test } from '@playwright/test'
import { expectDrained, expectOnDevice, waitingOn } from '../helpers/browser/device-store.ts'
import { takeWorkerInHand } from '../helpers/browser/service-worker.ts'
import { expectEachOnce, findReport, giveStudies } from '../helpers/ledger.ts'
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

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
})
test.afterAll(() => system?.close())

// One test starts browsers and servers several times; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

test('after five idle minutes with the service worker stopped, a reload restores the screen and its text', async () => {
  const [study = ''] = await giveStudies(system.server, 1)
  const browser = await openBrowser(system.profile('idle'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.clock.install()
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await openReport(page, system.url, study)
  const worker = await takeWorkerInHand(page, system.url)
  await typeReport(page, 'Left for five minutes.')
  await page.clock.fastForward('05:00')
  await worker.stop()
  await page.reload()
  // No password is needed: the closed page started the worker and gave it the key.
  await expect(editorOf(page)).toHaveText('Left for five minutes.')
  await expect(page).toHaveURL(`${system.url}/report/${study}`)
  await typeReport(page, ' And gone on with.')
  await saveDraft(page)
  await expectDrained(page)
  await browser.close()
  expect((await findReport(system.server, study))?.text).toBe(
    '<p>Left for five minutes. And gone on with.</p>',
  )
})

test('with all pages closed the service worker delivers sealed work, even if it is stopped in between', async () => {
  const [one = '', two = ''] = await giveStudies(system.server, 2)
  const browser = await openBrowser(system.profile('sealed'))
  const keeper = browser.pages()[0] ?? (await browser.newPage())
  const page = await browser.newPage()
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await expectOnDevice(page, [one, two])
  const worker = await takeWorkerInHand(keeper, system.url)
  system.line.set({ kind: 'refuse' })
  for (const [study, text] of [
    [one, 'Carried by the worker.'],
    [two, 'Carried with it.'],
  ] as const) {
    await openReport(page, system.url, study)
    await typeReport(page, text)
    await saveDraftOffline(page)
  }
  const acknowledged = await waitingOn(page)
  expect(acknowledged).toHaveLength(2)
  await page.close()
  system.line.set({ kind: 'none' })

  const answers = system.line.fail({ to: /sync\/deliver/, after: 'nothing', ending: 'stall' })
  // As the browser does while commands wait: the closed page may not have released the queue yet.
  await expect(async () => {
    await worker.sync()
    await expect.poll(() => answers.hits, { timeout: 2_000 }).toBeGreaterThan(0)
  }, 'its delivery is done, the answer on its way').toPass()
  await worker.stop()
  answers.release()
  await worker.sync()
  // A page of the same origin without the app; it only observes.
  await keeper.goto(`${system.url}/api/sync/hello`)
  await expectDrained(keeper)
  await expectEachOnce(system.server, acknowledged)

  const back = await browser.newPage()
  await back.goto(`${system.url}/report/${two}`)
  // The worker was stopped, so the key in its memory is lost.
  await unlock(back)
  await expect(editorOf(back)).toHaveText('Carried with it.')
  await expectDrained(back)
  await expect(placeOf(back, 'On server')).toBeVisible()
  await browser.close()
  for (const [study, text] of [
    [one, '<p>Carried by the worker.</p>'],
    [two, '<p>Carried with it.</p>'],
  ] as const)
    expect((await findReport(system.server, study))?.versions).toEqual([{ status: 'Draft', text }])
})

test('a request to the server never waits for the service worker', async () => {
  const browser = await openBrowser(system.profile('busy-worker'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const [worker] = browser.serviceWorkers()
  const work = worker?.evaluate(() => {
    const end = Date.now() + 8_000
    while (Date.now() < end);
    return 'ended'
  })
  await page.waitForTimeout(500)
  const waits = await page.evaluate(async () => {
    const began = performance.now()
    const answers = await Promise.all(
      ['/healthz', '/api/none', '/phpapi/none'].map((path) => fetch(path, { cache: 'no-store' })),
    )
    return { ms: performance.now() - began, statuses: answers.map(({ status }) => status) }
  })
  expect(waits.statuses[0]).toBe(200)
  expect(waits.ms).toBeLessThan(4_000)
  expect(await work).toBe('ended')
  await browser.close()
})
