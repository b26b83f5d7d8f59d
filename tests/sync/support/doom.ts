import { IDBObjectStore } from 'fake-indexeddb'

/** Thrown when a test kills a page. */
export class Killed extends Error {}

/**
 * Kills the process at its `at`-th step. A step is a write to the databases, or the moment before or after a
 * request: all points at which stored, sent and answered states can differ.
 */
export class Doom {
  readonly #at: number
  #steps = 0
  #hasStruck = false

  constructor(at: number) {
    this.#at = at
  }

  get hasStruck(): boolean {
    return this.#hasStruck
  }

  /** Passes, or throws; after the kill, every step throws. */
  step(): void {
    this.#steps += 1
    if (this.#steps < this.#at) return
    this.#hasStruck = true
    throw new Killed('the process died')
  }

  /** Returns the fetch port of a page under this doom. */
  fetch(port: (url: string, init: RequestInit) => Promise<Response>) {
    return async (url: string, init: RequestInit): Promise<Response> => {
      this.step()
      const response = await port(url, init)
      this.step()
      return response
    }
  }
}

type Write = (this: IDBObjectStore, ...args: unknown[]) => unknown

/** Runs `work` while every write to any database is a step of `doom`. */
export async function underDoom<T>(doom: Doom, work: () => Promise<T>): Promise<T> {
  const store = IDBObjectStore.prototype as unknown as Record<'add' | 'put' | 'delete', Write>
  const real = { add: store.add, put: store.put, delete: store.delete }
  for (const name of ['add', 'put', 'delete'] as const) {
    store[name] = function (...args) {
      doom.step()
      return real[name].apply(this, args)
    }
  }
  try {
    return await work()
  } finally {
    Object.assign(store, real)
  }
}
