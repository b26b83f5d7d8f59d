// TanStack offline transactions as in its guide
// (https://tanstack.com/db/latest/docs/guides/offline-transactions): the idempotency key is sent, a refusal
// is a NonRetriableError, the executor is awaited.
import { createCollection, localOnlyCollectionOptions } from '@tanstack/db'
import { IndexedDBAdapter, NonRetriableError, startOfflineExecutor } from '@tanstack/offline-transactions'

interface Receipt {
  id: string
  amount: string
}

const receipts = createCollection(
  localOnlyCollectionOptions<Receipt, string>({ id: 'receipts', getKey: ({ id }) => id }),
)

/** Reports when a transaction is in the outbox: the library itself reports only the server's response. */
class TellingStorage extends IndexedDBAdapter {
  readonly kept = new EventTarget()

  override async set(key: string, value: string): Promise<void> {
    await super.set(key, value)
    this.kept.dispatchEvent(new CustomEvent('kept', { detail: value }))
  }
}

const storage = new TellingStorage('bench', 'transactions')
const executor = startOfflineExecutor({
  collections: { receipts },
  storage,
  mutationFns: {
    saveReceipt: async ({ transaction, idempotencyKey }) => {
      const receipt = transaction.mutations[0]?.modified as unknown as Receipt
      const response = await fetch('/receipts', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ key: receipt.id, amount: receipt.amount }),
      })
      if (response.status >= 400 && response.status < 500) throw new NonRetriableError('refused')
      if (!response.ok) throw new Error('the server cannot now')
    },
  },
})

function untilKept(key: string): Promise<void> {
  return new Promise((resolve) => {
    const hear = (event: Event) => {
      if (!(event as CustomEvent<string>).detail.includes(key)) return
      storage.kept.removeEventListener('kept', hear)
      resolve()
    }
    storage.kept.addEventListener('kept', hear)
  })
}

globalThis.contender = {
  open: () => executor.waitForInit(),
  keep: async (key) => {
    const kept = untilKept(key)
    const transaction = executor.createOfflineTransaction({
      mutationFnName: 'saveReceipt',
      autoCommit: false,
    })
    transaction.mutate(() => void receipts.insert({ id: key, amount: '500.00' }))
    transaction.commit().catch((error: unknown) => console.warn('not committed', error))
    await kept
  },
  held: async () =>
    (await executor.peekOutbox()).flatMap(({ mutations }) =>
      mutations.map(({ modified }) => (modified as unknown as Receipt).id),
    ),
}
