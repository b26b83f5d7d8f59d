// RxDB as in https://rxdb.info/replication-http.html, on the storage that its page "Storages" names for
// IndexedDB without a licence (https://rxdb.info/rx-storage-dexie.html). Push only, because no other desk
// needs the receipts of this one.
import { addRxPlugin, createRxDatabase, type RxCollection } from 'rxdb'
import { RxDBLeaderElectionPlugin } from 'rxdb/plugins/leader-election'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

interface Receipt {
  id: string
  amount: string
  updatedAt: number
}

const SCHEMA = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 100 },
    amount: { type: 'string' },
    updatedAt: { type: 'number' },
  },
  required: ['id', 'amount', 'updatedAt'],
} as const

let receipts: RxCollection<Receipt>

globalThis.contender = {
  open: async () => {
    addRxPlugin(RxDBLeaderElectionPlugin)
    const database = await createRxDatabase({ name: 'bench', storage: getRxStorageDexie() })
    const collections = await database.addCollections({ receipts: { schema: SCHEMA } })
    receipts = collections.receipts
    replicateRxCollection<Receipt, unknown>({
      collection: receipts,
      replicationIdentifier: 'receipts-over-http',
      push: {
        // "batchSize" and "retryTime" as in the page's example: 100 and 5 s.
        handler: async (rows) => {
          const response = await fetch('/rxdb/push', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(rows),
          })
          // "When an error is thrown in the handler it is retried after retryTime" (https://rxdb.info/replication.html).
          if (!response.ok) throw new Error(`answered ${response.status}`)
          return response.json()
        },
      },
    })
  },
  keep: async (key) => {
    await receipts.insert({ id: key, amount: '500.00', updatedAt: Date.now() })
  },
  // A document is on the device whether it was pushed or not; a document that the server lacks could still be
  // pushed.
  held: async () => (await receipts.find().exec()).map(({ id }) => id),
}
