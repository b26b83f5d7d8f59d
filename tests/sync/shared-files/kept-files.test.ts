import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStorageFull, StorageFullError } from '#src/db/quota.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { keepSharedFiles } from '#src/sync/shared-files/kept-files.ts'
import { ModelServer } from '../support/model-server.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const store = IDBObjectStore.prototype as unknown as Record<'add' | 'put', (...args: unknown[]) => unknown>
const real = { add: store.add, put: store.put }
let page: Page

beforeEach(async () => {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
})
afterEach(async () => {
  Object.assign(store, real)
  setDevice(undefined)
  await page.device.stop()
})

/**
 * Makes writes to the table of kept files fail for lack of space while `isFull` returns true; `row` counts
 * them from 1.
 */
function fillDisk(isFull: (row: number) => boolean): void {
  let row = 0
  for (const name of ['add', 'put'] as const) {
    store[name] = function (this: IDBObjectStore, ...args) {
      if (this.name === 'answers' && isFull((row += 1)))
        throw new DOMException('no room', 'QuotaExceededError')
      return real[name].apply(this, args)
    }
  }
}

const named = (name: string) => ({ name, bytes: new Uint8Array([1, 2, 3]) })
const namesKept = async () => {
  const { cache, answers } = page.databases
  const rows = await answers.openAll(await cache.answers.where('id').startsWith('shared-file:').sortBy('id'))
  return rows.map(({ body }) => (body.answer as { name: string }).name)
}

test('a shared file without space is stored once copies of the server are deleted', async () => {
  const { cache } = page.databases
  await cache.files.put({ id: 'copy', rev: 0, usedAt: 1, e: {} })
  let copies = 1
  cache.files.hook('deleting', () => {
    copies = 0
  })
  fillDisk(() => copies > 0)
  await keepSharedFiles([named('letter.png'), named('second.png')])
  expect((await namesKept()).toSorted()).toEqual(['letter.png', 'second.png'])
  expect(await cache.files.count()).toBe(0)
  expect(isStorageFull()).toBe(false)
})

test('with no space at all it reports a full device, and none of the files is partly stored', async () => {
  fillDisk((row) => row % 2 === 0)
  await expect(keepSharedFiles([named('letter.png'), named('second.png')])).rejects.toThrow(StorageFullError)
  expect(await namesKept()).toEqual([])
  Object.assign(store, real)
  await keepSharedFiles([named('letter.png'), named('second.png')])
  expect(await namesKept()).toHaveLength(2)
})
