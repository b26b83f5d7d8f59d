import { type DataKey, rowKey } from './data-key.ts'

/** The vault was closed while a caller waited for its key. */
export class VaultClosedError extends Error {
  constructor() {
    super('What is on this device was closed')
    this.name = 'VaultClosedError'
  }
}

/** Holds the key of the open databases while they are unlocked. */
export interface KeySlot {
  /** The key that seals rows; without one, callers wait. Rejects with VaultClosedError once closed. */
  key: () => CryptoKey | Promise<CryptoKey>
  /** The data key itself, for other pages and workers; undefined while locked. */
  dataKey: () => DataKey | undefined
  put: (dataKey: DataKey) => Promise<void>
  /** Forgets the key: later requests wait for the next one. */
  drop: () => void
  /** Rejects everyone who still waits. */
  close: () => void
}

/** An empty slot. */
export function createKeySlot(): KeySlot {
  let held: { dataKey: DataKey; key: CryptoKey } | undefined
  let isClosed = false
  let waiting = Promise.withResolvers<CryptoKey>()
  // Prevents an unhandled rejection if nobody waits when it ends.
  waiting.promise.catch(() => undefined)
  return {
    key: () => (isClosed ? Promise.reject(new VaultClosedError()) : (held?.key ?? waiting.promise)),
    dataKey: () => held?.dataKey,
    put: async (dataKey) => {
      held = { dataKey, key: await rowKey(dataKey) }
      waiting.resolve(held.key)
    },
    drop: () => {
      if (!held) return
      held = undefined
      waiting = Promise.withResolvers()
      waiting.promise.catch(() => undefined)
    },
    close: () => {
      isClosed = true
      held = undefined
      waiting.reject(new VaultClosedError())
    },
  }
}
