import { indexedDB } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceKeyCalls } from '#contract/calls/devices.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer } from '#contract/kernel/sealed-envelope.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { deliverSealedWork } from '#src/sync/sealed/courier.ts'
import { makeDeviceKey } from '#src/sync/sealed/device-key.ts'
import { collectSealed } from '#src/sync/sealed/export-sealed.ts'
import { importFile } from '#src/sync/sealed/import-sealed.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { aDraft, DOCTOR } from '../support/rows.ts'
import { isDrained, until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

const NEVER_ENDS = new AbortController().signal

let demo: DemoServer
let page: DemoPage
beforeAll(async () => {
  demo = await openDemo()
  page = await openDemoPage(demo, 'dr.iyer')
  await until(async () => (await readCacheState(page.databases.cache)).isComplete, 'the first pull')
  await register()
})
afterAll(async () => {
  await page.device.stop()
  await demo.close()
})

/** Does what a complete sign-in does: registers the device key, and puts the data key into escrow. */
async function register(): Promise<void> {
  const { keys } = page.databases.work
  await until(async () => (await keys.get('server')) !== undefined, 'the greeting')
  const server = await keys.get('server')
  if (server?.id !== 'server') throw new Error('no key of the server')
  const device = await makeDeviceKey(TEST_DATA_KEY)
  const keyId = crypto.randomUUID()
  const seal = await createSealer(fromBase64(server.key))
  const escrow = await seal(crypto.getRandomValues(new Uint8Array(32)), `readroom data key ${keyId}`)
  await page.call(deviceKeyCalls.register, {
    password: DEMO_PASSWORD,
    key_id: keyId,
    escrow: toBase64(escrow),
    server_key_id: server.keyId,
    device_key: device.publicKey,
  })
  await keys.put(device)
  const { client_id: clientId, user_id: userId } = page.session
  await keys.put({ id: 'terms', clientId, userId, deviceId: DOCTOR, deviceName: 'Desk', vaultDays: 14 })
}

const taken = new Set<string>()
async function freeStudy(): Promise<string> {
  const rows = await page.databases.studies.openAll(await page.databases.cache.studies.toArray())
  const free = rows.find(
    ({ body }) => body.status === 'Pending' && body.no_of_reports === 1 && !taken.has(body.id),
  )
  taken.add(free!.id)
  return free!.id
}

/** Stores the texts offline; then closes the page, which releases its lock. */
async function leave(texts: readonly string[]): Promise<{ study: string; ids: string[] }> {
  const study = await freeStudy()
  page.link.set(false)
  const ids: string[] = []
  for (const text of texts)
    ids.push(
      await saveDraftIn(
        page.databases,
        page.device.author,
        aDraft(text, { study_id: study }),
        'Draft',
        saveLabel,
      ),
    )
  await page.device.makeTravel()
  await page.device.pause()
  // The network is back, the page is closed.
  page.link.set(true)
  return { study, ids }
}

const courier = () =>
  deliverSealedWork(
    {
      call: page.call,
      locks: page.browser.locks,
      isOnline: () => true,
      databases: async () =>
        (await indexedDB.databases()).flatMap(({ name = '' }) =>
          name.endsWith(page.session.user_id) ? name : [],
        ),
      now: () => page.browser.clock,
      random: () => 0,
    },
    NEVER_ENDS,
  )

async function textAt(study: string): Promise<string | undefined> {
  const { result } = await page.call(reportCalls.reportDetail, { id: study })
  return result.reports[0]?.report_data
}

test('the real server accepts a closed page’s sealed work, once and in order, and the page continues from it', async () => {
  const { study, ids } = await leave(['one', 'two'])
  expect(await courier()).toBe(0)
  const rows = await page.databases.work.outbox.bulkGet(ids)
  expect(rows.map((row) => row?.state)).toEqual(['acked', 'acked'])
  expect(await textAt(study)).toBe('<p>two</p>')
  page.device.resume()
  await saveDraftIn(
    page.databases,
    page.device.author,
    aDraft('three', { study_id: study }),
    'Draft',
    saveLabel,
  )
  page.device.wake()
  await until(() => isDrained(page.databases))
  expect(await textAt(study)).toBe('<p>three</p>')
  expect(page.errors).toEqual([])
})

test('the real server accepts a file once, and names the altered entries', async () => {
  const { study } = await leave(['from a file', 'and on'])
  const file = await collectSealed(page.databases.work, page.browser.clock)
  const [first, second] = file.items
  const altered = { ...second!, seq: second!.seq! + 1 }
  const imported = await importFile(page.call, JSON.stringify({ ...file, items: [first, altered] }))
  expect(imported).toMatchObject({ accepted: 1, known: 0, held: 0, refused: [{ id: second!.id }] })
  expect(await importFile(page.call, JSON.stringify(file))).toEqual({
    accepted: 1,
    known: 1,
    held: 0,
    refused: [],
  })
  expect(await textAt(study)).toBe('<p>and on</p>')
  page.device.resume()
  await until(() => isDrained(page.databases))
  expect(await textAt(study)).toBe('<p>and on</p>')
})
