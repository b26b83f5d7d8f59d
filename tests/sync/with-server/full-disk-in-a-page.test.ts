import { IDBObjectStore } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { StorageFullError } from '#src/db/quota.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { createPuller } from '#src/sync/pull/puller.ts'
import { createRepairer } from '#src/sync/repair/repairer.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { freshRevisions, NEVER, openCopies, revisions } from './copies.ts'

const WHO = 'admin.sanjeevani'
// A doctor's first page holds studies; at a desk, patients and visits come before them.
const READER = 'dr.mehta'
let demo: DemoServer
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.close())

const store = IDBObjectStore.prototype as unknown as { put: (...args: unknown[]) => unknown }
const real = store.put
afterEach(() => {
  store.put = real
})

/** Makes writes to these tables fail for lack of space, from their `room`-th write on. */
function fillDiskAfter(room: number, ...tables: string[]): void {
  let written = 0
  store.put = function (this: IDBObjectStore, ...args) {
    if (tables.includes(this.name) && ++written > room)
      throw new DOMException('no room', 'QuotaExceededError')
    return real.apply(this, args)
  }
}

test.each(['studies', 'reports', 'meta'])(
  'a disk that fills up in the middle of the first page (%s) leaves neither rows nor a cursor; the page is stored later',
  async (table) => {
    const { databases, puller, repairer } = await openCopies(demo, READER)
    fillDiskAfter(table === 'meta' ? 0 : 7, table)
    await expect(puller.pull()).rejects.toThrow(StorageFullError)
    expect((await readCacheState(databases.cache)).cursor).toBeUndefined()
    expect((await revisions(databases)).size).toBe(0)
    store.put = real
    await puller.pull()
    expect(await revisions(databases)).toEqual(await freshRevisions(demo, READER))
    expect(await repairer.run(NEVER)).toBe(0)
    databases.close()
  },
)

test('a disk that fills up in a later page leaves the earlier page unchanged, except for rows deleted to make space', async () => {
  const { databases, call } = await openCopies(demo, WHO)
  const inSmallPages: typeof call = (target, input, options) =>
    call(
      target,
      target.key === 'sync/pull' ? ({ ...(input as object), limit: 100 } as typeof input) : input,
      options,
    )
  const puller = createPuller(databases, inSmallPages)
  const repairer = createRepairer(databases, call, puller)
  let pages = 0
  puller.studies$.subscribe(() => {
    pages += 1
    if (pages === 1) fillDiskAfter(3, 'studies', 'reports')
  })
  await expect(puller.pull()).rejects.toThrow(StorageFullError)
  const { cache } = databases
  const stopped = await readCacheState(cache)
  expect(stopped).toMatchObject({ cursor: expect.any(String), isComplete: false })
  const before = await revisions(databases)
  store.put = real
  await puller.pull()
  const [after, fresh] = [await revisions(databases), await freshRevisions(demo, WHO)]
  for (const [name, rev] of after) expect(fresh.get(name), name).toBe(rev)
  for (const name of before.keys()) expect(after.has(name)).toBe(true)
  // From now on the lists are marked complete, and they are.
  const { keptFrom = 0, isComplete } = await readCacheState(cache)
  expect([keptFrom > 0, isComplete]).toEqual([true, true])
  const whole = await openCopies(demo, WHO)
  await whole.puller.pull()
  const recent = await whole.databases.cache.studies.where('received').aboveOrEqual(keptFrom).primaryKeys()
  expect(recent.length).toBeGreaterThan(0)
  expect((await cache.studies.bulkGet(recent)).filter((row) => row === undefined)).toEqual([])
  await repairer.run(NEVER)
  expect(await repairer.run(NEVER)).toBe(0)
})
