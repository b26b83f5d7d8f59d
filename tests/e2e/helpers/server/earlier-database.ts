import type { Worker } from '@playwright/test'

/** The key and the indexes of each store, in the library's syntax (src/db/work-database.ts). */
type Stores = Readonly<Record<string, string>>

/** The work database of the first released version. It must never change. */
const FIRST: { version: number; stores: Stores } = {
  version: 1,
  stores: {
    outbox: 'id, &seq, state, aggregate, record',
    overlay: 'id, command, [type+record], type',
    drafts: 'id, study',
    blobs: 'id, command',
    keys: 'id',
    session: 'id',
    meta: 'id',
  },
}

/**
 * Converts a person's work back into the first version's database, with all rows. Runs in the service worker,
 * which holds no database open: no page may have it open.
 */
export async function putWorkBack(worker: Worker, user: string): Promise<void> {
  await worker.evaluate(
    async ({ version, stores, name }) => {
      const ends = (request: IDBRequest | IDBTransaction, on: 'success' | 'complete') =>
        new Promise((resolve, reject) => {
          request.addEventListener(on, resolve)
          request.addEventListener('error', () => reject(request.error ?? new Error(on)))
        })
      const opening = indexedDB.open(name)
      await ends(opening, 'success')
      const held = new Map<string, unknown[]>()
      for (const store of Object.keys(stores)) {
        const reading = opening.result.transaction(store).objectStore(store).getAll()
        await ends(reading, 'success')
        held.set(store, reading.result)
      }
      opening.result.close()
      await ends(indexedDB.deleteDatabase(name), 'success')
      // The library multiplies the version by ten.
      const making = indexedDB.open(name, version * 10)
      making.addEventListener('upgradeneeded', () => {
        for (const [store, words] of Object.entries(stores)) {
          const [keyPath = '', ...indexes] = words.split(', ')
          const made = making.result.createObjectStore(store, { keyPath })
          for (const index of indexes) {
            const path = index.replace('&', '')
            const parts = /^\[(.*)\]$/.exec(path)?.[1]?.split('+')
            made.createIndex(path, parts ?? path, { unique: index.startsWith('&') })
          }
        }
      })
      await ends(making, 'success')
      const filling = making.result.transaction([...held.keys()], 'readwrite')
      for (const [store, rows] of held) for (const row of rows) filling.objectStore(store).put(row)
      await ends(filling, 'complete')
      making.result.close()
    },
    { ...FIRST, name: `readroom-work-${user}` },
  )
}

/** Returns the version of this person's work database, in the library's count. */
export async function workVersion(worker: Worker, user: string): Promise<number> {
  return worker.evaluate(async (name) => {
    const found = (await indexedDB.databases()).find((database) => database.name === name)
    return (found?.version ?? 0) / 10
  }, `readroom-work-${user}`)
}
