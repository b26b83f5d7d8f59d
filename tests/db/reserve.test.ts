import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  isStorageFull,
  isStorageTight,
  StorageFullError,
  withQuotaRetry,
  withQuotaRetryForCopies,
} from '#src/db/quota.ts'
import { readCacheState, writeCacheState } from '#src/sync/pull/cache-state.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { aStudy, studyId } from '#tests/sync/support/rows.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

const STUDIES = 8
const received = (n: number) => `2026-11-${String(n + 1).padStart(2, '0')}T08:00:00.000Z`

/** A disk: rows fit while `free` is true, the reserve while `fitsReserve` is. Deleted rows free no space. */
const disk = { free: true, fitsReserve: true, hasReserve: false }
const store = IDBObjectStore.prototype as unknown as Record<'add' | 'put', (...args: unknown[]) => unknown>
const real = { add: store.add, put: store.put }

beforeEach(() => {
  Object.assign(disk, { free: true, fitsReserve: true, hasReserve: false })
  const noRoom = () => new DOMException('no room', 'QuotaExceededError')
  for (const name of ['add', 'put'] as const)
    store[name] = function (this: IDBObjectStore, ...args) {
      if (!disk.free) throw noRoom()
      return real[name].apply(this, args)
    }
  const entries = {
    keys: async () => (disk.hasReserve ? ['/reserve'] : []),
    put: async () => {
      if (!disk.fitsReserve) throw noRoom()
      disk.hasReserve = true
    },
    delete: async () => {
      const had = disk.hasReserve
      disk.hasReserve = false
      disk.free ||= had
      return had
    },
  }
  vi.stubGlobal('caches', { open: async () => entries })
})
afterEach(() => {
  Object.assign(store, real)
  vi.unstubAllGlobals()
})

async function openFilled() {
  const databases = await openBare()
  for (let n = 0; n < STUDIES; n += 1)
    await keepConfirmed(databases, { study: aStudy({ id: studyId(n), received_datetime: received(n) }) })
  const { cache } = databases
  await writeCacheState(cache, { cursor: 'c1', epoch: 'e', granted: [], windows: {}, isComplete: true })
  const note = (id: string) => cache.meta.put({ id, value: 1 })
  return { databases, cache, note }
}

test('work uses the reserve before any copy is deleted, and no red state shows', async () => {
  const { databases, cache, note } = await openFilled()
  await withQuotaRetryForCopies(cache, () => note('first'))
  expect(disk.hasReserve).toBe(true)
  disk.free = false
  await withQuotaRetry(cache, () => note('work'))
  expect(await cache.meta.get('work')).toBeDefined()
  expect(await cache.studies.count()).toBe(STUDIES)
  expect([isStorageFull(), disk.hasReserve]).toEqual([false, false])
  databases.close()
})

test('without the reserve no copies are written, the oldest are deleted once a minute, and the space stays for work', async () => {
  const { databases, cache, note } = await openFilled()
  disk.fitsReserve = false
  for (let pull = 0; pull < 5; pull += 1)
    await expect(withQuotaRetryForCopies(cache, () => note('copies'))).rejects.toThrow(StorageFullError)
  expect(await cache.meta.get('copies')).toBeUndefined()
  expect(await cache.studies.count()).toBe(STUDIES / 2)
  expect((await readCacheState(cache)).keptFrom).toBe(Date.parse(received(STUDIES / 2)))
  expect([isStorageFull(), isStorageTight()]).toEqual([false, true])
  await withQuotaRetry(cache, () => note('work'))
  expect(await cache.meta.get('work')).toBeDefined()

  disk.fitsReserve = true
  await withQuotaRetryForCopies(cache, () => note('copies'))
  expect(isStorageTight()).toBe(false)
  databases.close()
})

test('a page that ends before the mark is written leaves copies that are fetched again', async () => {
  const { databases, cache, note } = await openFilled()
  disk.free = false
  await expect(withQuotaRetry(cache, () => note('work'))).rejects.toThrow(StorageFullError)
  expect(isStorageFull()).toBe(true)
  expect(await cache.studies.count()).toBe(STUDIES / 2)
  expect(await readCacheState(cache)).toMatchObject({ cursor: undefined, isComplete: false })

  // This page continues: once there is space it knows how far its copies reach, and need not fetch them again.
  disk.free = true
  await withQuotaRetry(cache, () => note('work'))
  expect(await readCacheState(cache)).toMatchObject({
    cursor: 'c1',
    isComplete: true,
    keptFrom: Date.parse(received(STUDIES / 2)),
  })
  databases.close()
})
