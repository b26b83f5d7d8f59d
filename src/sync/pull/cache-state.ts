import type { CacheDatabase } from '#src/db/cache-database.ts'

/** How far the copies of this device have come. */
export interface CacheState {
  /** Where the next pull goes on; opaque. Undefined before the first. */
  cursor: string | undefined
  /** The server's history that the copies are of; another one means that it was restored from a backup. */
  epoch: string | undefined
  /** Scopes of the session at the last pull. */
  granted: string[]
  /** By type of record: older ones are not kept (ISO instants). */
  windows: Record<string, { from: string }>
  /** True once every granted scope was brought whole. */
  isComplete: boolean
}

export const NO_COPIES: CacheState = {
  cursor: undefined,
  epoch: undefined,
  granted: [],
  windows: {},
  isComplete: false,
}

const STATE_ID = 'state'

/** May be called inside a transaction over `meta`. */
export async function readCacheState({ meta }: CacheDatabase): Promise<CacheState> {
  return ((await meta.get(STATE_ID))?.value as CacheState | undefined) ?? NO_COPIES
}

/** Call inside the transaction that writes what the state says. */
export async function writeCacheState({ meta }: CacheDatabase, state: CacheState): Promise<void> {
  await meta.put({ id: STATE_ID, value: state })
}
