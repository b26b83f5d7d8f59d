import type { CacheDatabase } from '#src/db/cache-database.ts'
import { KEPT_FROM_ID, STATE_ID } from '#src/db/quota.ts'

/** The sync state of this device's copies. */
export interface CacheState {
  /** Where the next pull continues; opaque. Undefined before the first. */
  cursor: string | undefined
  /** The server history that the copies belong to; a different one means that the server was restored from a backup. */
  epoch: string | undefined
  /** Scopes of the session at the last pull. */
  granted: string[]
  /** By type of record: the start of its window; older records are not kept (ISO instants). */
  windows: Record<string, { from: string }>
  /** True once every granted scope was fetched completely. */
  isComplete: boolean
  /** Studies received before this instant (milliseconds) were evicted because the disk was full; undefined if none. */
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

/** Call inside the transaction that writes the data that the state describes. */
export async function writeCacheState(
  { meta }: CacheDatabase,
  state: Omit<CacheState, 'keptFrom'>,
): Promise<void> {
  await meta.put({ id: STATE_ID, value: state })
}
