// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { OfflineError } from '#src/sync/api/errors.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { browserCourierPorts } from '#src/sync/sealed/courier-ports.ts'
import { exportSealed, importSealed } from '#src/sync/sealed/sealed-file.ts'
import { forgetGivenFiles, givenFiles, takeSharedFiles } from '#src/sync/shared-files/given-files.ts'
import { FakeLocks } from '../support/fake-locks.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { CLIENT, DOCTOR, studyId } from '../support/rows.ts'
import { anAuthor, openBare, withStudy } from '../support/test-page.ts'

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

test('a file of unsent work is named by its time, and holds what is sealed by then', async () => {
  const databases = await withSealedCommand()
  const { work, userId } = databases
  await work.keys.put({ id: 'server', keyId: 'two', key: 'unused' })
  const author = {
    ...anAuthor(userId),
    now: () => Date.parse('2026-11-21T10:20:59.000Z'),
    seal: async () => ({ sealed: new Uint8Array([9]), sealedKeyId: 'two' }),
    sign: async () => ({ signature: 'bmV3', signedBy: 'me', delegation: undefined }),
  }
  await work.outbox.put(outboxRow(2, { id: studyId(2), aggregate: 'study:2' }))
  setDevice({ databases, author } as unknown as Device)
  const { name, blob, count } = await exportSealed()
  expect([name, count]).toEqual(['readroom-unsent-20261121-1020.json', 2])
  const file = JSON.parse(await blob.text())
  expect(file.items.map(({ key_id }: { key_id: string }) => key_id)).toEqual(['two', 'two'])
  expect((await exportSealed([studyId(2)])).count).toBe(1)
  expect(await importSealed(blob)).toMatchObject({ accepted: 2, refused: [] })
  expect(delivered[0]?.path).toContain('sync/deliver')
})

test('the courier of a browser uses its locks, its databases and its clock, and reports what is no lost network', async () => {
  const warned: unknown[] = []
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warned.push(words.at(-1)))
  const locks = new FakeLocks()
  onNavigator('locks', locks)
  onNavigator('onLine', false)
  const databases = await openBare()
  await withStudy(databases)
  const ports = browserCourierPorts((() => undefined) as never)
  let ran = 0
  await ports.locks.request('one', {}, async () => void (ran += 1))
  expect([ran, ports.isOnline()]).toEqual([1, false])
  expect(await ports.databases()).toContain(`readroom-work-${databases.userId}`)
  expect(Math.abs(ports.now() - Date.now())).toBeLessThan(10_000)
  ports.onError?.(new OfflineError())
  expect(warned).toEqual([])
  const problem = new Error('broken')
  ports.onError?.(problem)
  expect(warned).toEqual([problem])
  ports.onRevoked?.({ userId: databases.userId } as never)
  await vi.waitFor(async () => expect(await databases.cache.studies.count()).toBe(0))
})

test('files that were shared with the app are fetched from the worker once, and missed ones are reported', async () => {
  let held: { files: File[]; leftOut: number } | undefined = { files: [new File(['x'], 'a.pdf')], leftOut: 2 }
  const asked: unknown[] = []
  const controller = {
    postMessage: (message: unknown, [port]: MessagePort[]) => {
      asked.push(message)
      port!.postMessage(held ? { files: [], leftOut: held.leftOut } : null)
    },
  }
  onNavigator('serviceWorker', { controller })
  const at = (place: string) => history.replaceState(null, '', place)
  at('/worklist?held=one')
  await takeSharedFiles()
  at('/shared-file')
  await takeSharedFiles()
  expect(asked).toEqual([])
  at('/shared-file?held=one')
  await takeSharedFiles()
  expect(asked).toMatchObject([{ id: 'one' }])
  expect(location.search).toBe('')
  expect(givenFiles()).toMatchObject({ leftOut: 2, isLost: false })
  held = undefined
  at('/shared-file?held=two')
  await takeSharedFiles()
  expect(givenFiles()).toMatchObject({ leftOut: 0, isLost: true })
  forgetGivenFiles()
  at('/')
})
