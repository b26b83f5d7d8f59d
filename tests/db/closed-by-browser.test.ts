// Imported first: live queries read the databases when the library loads.
import 'fake-indexeddb/auto'
import { Dexie, liveQuery, type Transaction } from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { cacheName } from '#src/db/cache-database.ts'
import {
  DATABASE_WORDS,
  type Databases,
  DatabaseUnavailableError,
  openDatabases,
} from '#src/db/open-databases.ts'
import { withQuotaRetry } from '#src/db/quota.ts'
import { plainCodec } from '#tests/helpers/device/plain-codec.ts'
import { newUser, openBare, until } from '../sync/support/test-page.ts'

let databases: Databases | undefined
afterEach(() => databases?.close())

async function open(onOutdated?: () => void): Promise<Databases> {
  databases = await openDatabases(newUser(), { codec: plainCodec, onOutdated })
  return databases
}

/** How a browser ends a connection: with an event, or without one, so that the next transaction finds out. */
const ENDS = {
  'with an event': (database: Dexie) => forceCloseDatabase(database.backendDB() as never),
  'without a word': (database: Dexie) => database.backendDB().close(),
}

/** Aborts the running transaction, as a browser does. */
const abort = (tx: Transaction) => (tx as unknown as { idbtrans: IDBTransaction }).idbtrans.abort()

for (const [how, end] of Object.entries(ENDS)) {
  test(`a database that the browser closed ${how} accepts writes again, however often it happens`, async () => {
    const { work } = await open()
    for (let n = 1; n <= 8; n += 1) {
      end(work)
      await work.meta.put({ id: 'seq', value: n })
      expect((await work.meta.get('seq'))?.value).toBe(n)
    }
  })

  test(`data being stored when the browser closed the database ${how} is stored after all`, async () => {
    const { work, cache } = await open()
    let tries = 0
    await withQuotaRetry(cache, () =>
      work.transaction('rw', work.meta, async (tx) => {
        tries += 1
        await work.meta.put({ id: 'seq', value: tries })
        if (tries > 1) return
        abort(tx)
        end(work)
        await work.meta.get('seq')
      }),
    )
    expect(tries).toBe(2)
    expect((await work.meta.get('seq'))?.value).toBe(2)
  })

  test(`a screen that reads while the browser closes the database ${how} sees the data again automatically`, async () => {
    const { work } = await open()
    await work.meta.put({ id: 'seq', value: 5 })
    const seen: (number | undefined)[] = []
    let reads = 0
    const reading = liveQuery(() =>
      work.transaction('r', work.meta, async (tx) => {
        reads += 1
        if (reads === 1) {
          abort(tx)
          end(work)
        }
        return (await work.meta.get('seq'))?.value
      }),
    ).subscribe((value) => seen.push(value))
    await until(() => reads === 1)
    // A silent end is found by the next use of the database.
    if (how === 'without a word') await work.meta.count()
    await until(() => seen.at(-1) === 5)
    reading.unsubscribe()
  })
}

test('a write that fails for another reason is not retried', async () => {
  const { cache } = await open()
  let tries = 0
  const write = withQuotaRetry(cache, async () => {
    tries += 1
    throw new Error('wrong')
  })
  await expect(write).rejects.toThrow('wrong')
  expect(tries).toBe(1)
})

test('databases that this page closed itself stay closed', async () => {
  const { work, cache, close } = await open()
  close()
  const write = withQuotaRetry(cache, () => work.meta.put({ id: 'seq', value: 1 }))
  await expect(write).rejects.toThrow(/closed/i)
})

test('copies that another page deletes are opened again, and the work continues; no message mentions a newer build', async () => {
  let isTold = false
  const { userId, work, cache } = await open(() => (isTold = true))
  await work.meta.put({ id: 'seq', value: 3 })
  await cache.meta.put({ id: 'state', value: 'whole' })
  await Dexie.delete(cacheName(userId))
  expect((await work.meta.get('seq'))?.value).toBe(3)
  expect(await cache.meta.get('state')).toBeUndefined()
  await cache.meta.put({ id: 'state', value: 'again' })
  expect(isTold).toBe(false)
})

test('a browser that stores nothing says so in words', async () => {
  const { indexedDB } = Dexie.dependencies
  const refusing = {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  for (const none of [undefined, refusing]) {
    Dexie.dependencies.indexedDB = none as never
    try {
      const opening = openBare()
      await expect(opening).rejects.toThrow(DatabaseUnavailableError)
      await expect(opening).rejects.toThrow(DATABASE_WORDS.refused)
    } finally {
      Dexie.dependencies.indexedDB = indexedDB
    }
  }
})
