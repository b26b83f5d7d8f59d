import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { isStorageFull, StorageFullError } from '#src/db/quota.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy, studyId } from '../support/rows.ts'
import { anAuthor, Browser, isDrained, openBare, openPage, until, withStudy } from '../support/test-page.ts'

const store = IDBObjectStore.prototype as unknown as Record<'add' | 'put', (...args: unknown[]) => unknown>
const real = { add: store.add, put: store.put }
const author = anAuthor('u')

/** Makes writes to these tables fail for lack of space while `isFull` returns true. */
function fillDisk(tables: readonly string[], isFull: () => boolean): void {
  for (const name of ['add', 'put'] as const) {
    store[name] = function (this: IDBObjectStore, ...args) {
      if (tables.includes(this.name) && isFull()) throw new DOMException('no room', 'QuotaExceededError')
      return real[name].apply(this, args)
    }
  }
}
afterEach(() => Object.assign(store, real))

test('a change without space is refused with a message, nothing of it is kept, and the red state shows', async () => {
  const databases = await openBare()
  await withStudy(databases)
  fillDisk(['outbox', 'overlay', 'drafts'], () => true)
  await expect(saveDraftIn(databases, author, aDraft('one'), 'Draft', saveLabel)).rejects.toThrow(
    StorageFullError,
  )
  expect(isStorageFull()).toBe(true)
  const { work } = databases
  expect([await work.outbox.count(), await work.overlay.count(), await work.drafts.count()]).toEqual([
    0, 0, 0,
  ])
  Object.assign(store, real)
  await saveDraftIn(databases, author, aDraft('one'), 'Draft', saveLabel)
  expect(isStorageFull()).toBe(false)
  databases.close()
})

test('copies are deleted to make space for work, older ones first, and the lists know from when on they are complete', async () => {
  const databases = await openBare()
  const received = (n: number) => `2026-11-${String(n).padStart(2, '0')}T08:00:00.000Z`
  for (const n of [10, 11, 12, 13])
    await keepConfirmed(databases, { study: aStudy({ id: studyId(n), received_datetime: received(n) }) })
  await databases.cache.files.put({ id: 'file', rev: 0, usedAt: 1, e: {} })
  const { cache } = databases
  // Only deleting copies of studies frees space; deleting files is not enough.
  let copies = 4
  fillDisk(['outbox'], () => copies > 2)
  cache.studies.hook('deleting', () => {
    copies -= 1
  })
  await saveDraftIn(databases, author, aDraft('one'), 'Draft', saveLabel)
  expect(await cache.files.count()).toBe(0)
  expect((await cache.studies.orderBy('received').primaryKeys()).sort()).toEqual(
    [studyId(12), studyId(13)].sort(),
  )
  expect((await readCacheState(cache)).keptFrom).toBe(Date.parse(received(12)))
  expect(await databases.work.outbox.count()).toBe(1)
  databases.close()
})

test('on a disk without a free byte copies can still be deleted, and the lists are updated once there is space', async () => {
  const databases = await openBare()
  const received = (n: number) => `2026-11-${String(n).padStart(2, '0')}T08:00:00.000Z`
  for (const n of [10, 11, 12, 13])
    await keepConfirmed(databases, { study: aStudy({ id: studyId(n), received_datetime: received(n) }) })
  const { cache } = databases
  // Like browsers: a transaction with any write is refused as a whole, one that only deletes is not.
  let copies = 4
  fillDisk(['outbox', 'meta'], () => copies > 2)
  cache.studies.hook('deleting', (_key, _row, transaction) => {
    transaction.on('complete', () => {
      copies -= 1
    })
  })
  await saveDraftIn(databases, author, aDraft('one'), 'Draft', saveLabel)
  expect(await databases.work.outbox.count()).toBe(1)
  expect(await cache.studies.count()).toBe(2)
  expect((await readCacheState(cache)).keptFrom).toBe(Date.parse(received(12)))
  databases.close()
})

test('a response that cannot be stored is requested again, and its effect happens once', async () => {
  const server = new ModelServer()
  let isFull = true
  const page = await openPage(new Browser(), server)
  await withStudy(page.databases)
  await saveDraftIn(page.databases, page.device.author, aDraft('one'), 'Draft', saveLabel)
  fillDisk(['studies', 'reports'], () => isFull)
  page.device.wake()
  await until(() => page.errors.length > 0)
  isFull = false
  await until(() => isDrained(page.databases))
  expect(server.happened).toHaveLength(1)
  expect(server.batches.length).toBeGreaterThan(1)
  await page.device.stop()
})
