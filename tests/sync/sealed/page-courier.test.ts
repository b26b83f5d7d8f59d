// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { browserLink } from '#src/sync/link/browser-link.ts'
import { DELIVER_MESSAGE } from '#src/sync/sealed/deliver-message.ts'
import { startPageCourier, wakePageCourier } from '#src/sync/sealed/page-courier.ts'
import { FakeLocks } from '../support/fake-locks.ts'
import { turns } from '../support/held-calls.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { CLIENT, DOCTOR, studyId } from '../support/rows.ts'
import { openBare } from '../support/test-page.ts'

const onNavigator = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value })

const delivered: { path: string; input: { items: { id: string }[] } }[] = []
beforeAll(() => loadTransport())
beforeEach(() => {
  delivered.length = 0
  // The browser's databases are those in which this test keeps its rows.
  vi.stubGlobal('indexedDB', Dexie.dependencies.indexedDB)
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const input = JSON.parse((body as string | undefined) ?? '{}')
    delivered.push({ path: url, input })
    const answers = (input.items ?? []).map(({ id }: { id: string }) => ({
      id,
      status: 200,
      replayed: false,
      pos: 1,
    }))
    return new Response(JSON.stringify({ answers }))
  })
})
afterEach(() => {
  setDevice(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A command of this device that travels without a session. */
async function withSealedCommand() {
  const databases = await openBare()
  const { work, userId } = databases
  await work.keys.put({
    id: 'terms',
    clientId: CLIENT,
    userId,
    deviceId: DOCTOR,
    deviceName: 'Desk 1',
    vaultDays: 14,
  })
  const seal = { sealed: new Uint8Array([1]), sealedKeyId: 'one', signature: 'c2lnbmVk' }
  await work.outbox.put(outboxRow(1, { id: studyId(1), ...seal }))
  return databases
}

test('a page delivers sealed work at its start, on request and when the worker asks, which it answers', async () => {
  const databases = await withSealedCommand()
  const { work } = databases
  const locks = new FakeLocks()
  const worker = new EventTarget()
  onNavigator('serviceWorker', worker)
  Reflect.deleteProperty(navigator, 'locks')
  onNavigator('locks', locks)
  vi.spyOn(indexedDB, 'databases').mockImplementation(async () => [
    { name: `readroom-work-${databases.userId}`, version: 1 },
  ])
  expect(browserLink().state().online).toBe(true)
  const sent = () => delivered.filter(({ path }) => path.includes('sync/deliver')).length
  wakePageCourier()
  startPageCourier()
  startPageCourier()
  await vi.waitFor(() => expect(sent()).toBe(1), { timeout: 5_000 })
  await vi.waitFor(async () => expect((await work.outbox.get(studyId(1)))?.state).toBe('acked'))
  const again = async () => {
    const seal = { sealed: new Uint8Array([1]), sealedKeyId: 'one', signature: 'c2lnbmVk' }
    await work.outbox.put(outboxRow(1, { id: studyId(1), ...seal }))
  }
  await again()
  wakePageCourier()
  await vi.waitFor(() => expect(sent()).toBe(2), { timeout: 5_000 })
  let woken = 0
  setDevice({ wake: () => (woken += 1) } as unknown as Device)
  const replies: unknown[] = []
  const ask = (type: string) =>
    worker.dispatchEvent(
      Object.assign(new Event('message'), {
        data: { type },
        ports: [{ postMessage: (reply: unknown) => replies.push(reply) }],
      }),
    )
  await vi.waitFor(async () => expect((await work.outbox.get(studyId(1)))?.state).toBe('acked'))
  await again()
  ask('another')
  await turns(50)
  expect([replies, woken, sent()]).toEqual([[], 0, 2])
  ask(DELIVER_MESSAGE)
  await vi.waitFor(() => expect(sent()).toBe(3), { timeout: 5_000 })
  expect([replies, woken]).toEqual([[true], 1])
})
