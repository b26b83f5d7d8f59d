import { expect, test } from '@playwright/test'
import { type HttpFront, startHttpFront } from '#tests/helpers/network/http-front.ts'
import { expectDrained, expectOnDevice, waitingOn } from '../helpers/browser/device-store.ts'
import { expectEachOnce, findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../helpers/people.ts'
import { editorOf, openReport, placeOf, saveDraft, typeReport } from '../helpers/report-editor.ts'
import { type RunningServer, startServer } from '../helpers/server/running-server.ts'

let server: RunningServer
let front: HttpFront
test.beforeAll(async () => {
  server = await startServer()
  front = await startHttpFront(server.url)
})
test.afterAll(async () => {
  await front?.close()
  await server?.stop()
})

// This test starts a browser and a server; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

test('a newer service worker takes over while the outbox sends; nothing is lost or done twice', async () => {
  const [one = '', two = ''] = await giveStudies(server, 2)
  const browser = await openBrowser(test.info().outputPath('profile'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await signIn(page, front.url, DEMO_SIGN_IN.senior)
  await expectOnDevice(page, [one, two])

  await openReport(page, front.url, two)
  const held = front.hold('/api/sync/commands')
  await typeReport(page, 'Sent as the worker was renewed.')
  await saveDraft(page)
  await expect.poll(held.count, 'the save is done there, its answer on its way').toBeGreaterThan(0)
  const acknowledged = await waitingOn(page)
  expect(acknowledged.length).toBeGreaterThan(0)

  front.renewWorker()
  const isLoadedAnew = page.waitForEvent('load')
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  const offered = page.getByRole('status').filter({ hasText: 'A new version of Readroom is ready.' })
  await offered.getByRole('button', { name: 'Update now' }).click()
  await isLoadedAnew
  // The reloaded page repeats the unanswered request; nobody receives the first response any more.
  await expect(editorOf(page)).toHaveText('Sent as the worker was renewed.')
  held.release()
  await expectDrained(page)
  await expectEachOnce(server, acknowledged)

  await test.step('the person continues under the new worker', async () => {
    await typeReport(page, ' Gone on with.')
    await saveDraft(page)
    await expect(placeOf(page, 'On server')).toBeVisible()
    await openReport(page, front.url, one)
    await typeReport(page, 'Another one.')
    await saveDraft(page)
    await expectDrained(page)
    const hasWaiting = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))
    expect(await hasWaiting(), 'no build waits any more').toBe(false)
  })
  await browser.close()
  expect((await findReport(server, two))?.versions.map(({ text }) => text)).toEqual([
    '<p>Sent as the worker was renewed.</p>',
    '<p>Sent as the worker was renewed. Gone on with.</p>',
  ])
  expect((await findReport(server, one))?.text).toBe('<p>Another one.</p>')
})
