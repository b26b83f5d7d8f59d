import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { currentOwner } from './time.ts'

/** A tab as its databases see it. */
export interface Writer {
  /** Passes, or throws if the tab dies or its disk is full. */
  write: (table: string, value: unknown) => void
  /** Called with the written value once its transaction has completed. */
  written: (table: string, value: unknown) => void
}

interface Opening extends EventTarget {
  result: object
}

interface Store {
  name: string
  transaction: EventTarget & { db: object; mode: string }
}

const writers = new WeakMap<object, Writer>()

const isWriter = (owner: unknown): owner is Writer =>
  typeof owner === 'object' && owner !== null && 'write' in owner

type Method = (this: Store, ...args: unknown[]) => unknown

/**
 * From now on reports every write to a database to the tab of the connection: there it may die or fail for
 * lack of space. By connection, because code of one tab may be continued by an event of another. Returns the
 * function that ends this.
 */
export function watchWrites(): () => void {
  const factory = IDBFactory.prototype
  const store = IDBObjectStore.prototype as unknown as Record<'add' | 'put' | 'delete', Method>
  // Bound at each call, because each database and table has its own.
  // oxlint-disable-next-line typescript/unbound-method -- see above
  const real = { open: factory.open, add: store.add, put: store.put, delete: store.delete }
  factory.open = function (...args) {
    const owner = currentOwner()
    const request = real.open.apply(this, args)
    if (isWriter(owner)) {
      const opening = request as unknown as Opening
      opening.addEventListener('success', () => writers.set(opening.result, owner))
    }
    return request
  }
  for (const name of ['add', 'put', 'delete'] as const) {
    store[name] = function (...args) {
      const { transaction } = this
      const writer = transaction.mode === 'versionchange' ? undefined : writers.get(transaction.db)
      const value = name === 'delete' ? undefined : args[0]
      writer?.write(this.name, value)
      if (writer && value !== undefined)
        transaction.addEventListener('complete', () => writer.written(this.name, value))
      return real[name].apply(this, args)
    }
  }
  return () => {
    factory.open = real.open
    Object.assign(store, { add: real.add, put: real.put, delete: real.delete })
  }
}
