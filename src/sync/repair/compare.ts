import { repairCalls } from '#contract/calls/repair.ts'
import type { SyncType } from '#contract/records/records.ts'
import type { CacheDatabase } from '#src/db/cache-database.ts'
import type { Caller } from '../api/caller.ts'
import { readCacheState } from '../pull/cache-state.ts'
import { type Bucket, comparisonOf, isCompared } from './copies-by-day.ts'
import { computeLocalChecksums, nameOf } from './local-checksums.ts'

/** The differences between the copies and the server. */
export interface Difference {
  buckets: Bucket[]
  strays: readonly { type: SyncType; id: string }[]
}

/**
 * Compares the checksums of the copies with the server's. Undefined if that is impossible: they are incomplete, or
 * belong to another history. A pull fixes that.
 */
export async function compareCopies(
  cache: CacheDatabase,
  call: Caller,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const state = await readCacheState(cache)
  if (state.cursor === undefined || !state.isComplete) return undefined
  const { sums, epoch } = await call(repairCalls.checksums, {}, { signal })
  if (epoch !== state.epoch) return undefined
  const comparison = comparisonOf(state)
  const own = await computeLocalChecksums(cache, comparison, signal)
  const wanted = new Map(sums.filter((sum) => isCompared(comparison, sum)).map((sum) => [nameOf(sum), sum]))
  const differing = [...new Map([...own.sums, ...wanted])].filter(([name]) => {
    const [held, due] = [own.sums.get(name), wanted.get(name)]
    return held?.sum !== due?.sum || held?.count !== due?.count
  })
  return { buckets: differing.map(([, { type, day }]) => ({ type, day })), strays: own.strays }
}
