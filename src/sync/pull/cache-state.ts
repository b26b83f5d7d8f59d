import type { CacheDatabase } from '#src/db/cache-database.ts'
import { KEPT_FROM_ID, STATE_ID } from '#src/db/quota.ts'

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
  /** Studies received before this instant (milliseconds) gave way to a full disk; undefined while none did. */
  keptFrom?: number
}

export const NO_COPIES: CacheState = {
  cursor: undefined,
  epoch: undefined,
  granted: [],
  windows: {},
  isComplete: false,
}

/** May be called inside a transaction over `meta`. */
export async function readCacheState({ meta }: CacheDatabase): Promise<CacheState> {
  const [state, keptFrom] = await Promise.all([meta.get(STATE_ID), meta.get(KEPT_FROM_ID)])
  const known = (state?.value as CacheState | undefined) ?? NO_COPIES
  return { ...known, keptFrom: keptFrom?.value as number | undefined }
}

/** Call inside the transaction that writes what the state says. */
export async function writeCacheState(
  { meta }: CacheDatabase,
  state: Omit<CacheState, 'keptFrom'>,
): Promise<void> {
  await meta.put({ id: STATE_ID, value: state })
}
