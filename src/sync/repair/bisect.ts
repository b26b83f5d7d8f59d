import { repairCalls } from '#contract/calls/repair.ts'
import type { SyncType } from '#contract/records/records.ts'
import type { CacheDatabase } from '#src/db/cache-database.ts'
import type { Caller } from '../api/caller.ts'
import { readCacheState } from '../pull/cache-state.ts'
import type { Puller } from '../pull/puller.ts'
import { type Bucket, comparisonOf, copiesIn } from './copies-by-day.ts'
import { divergence, gather, type Suspects, stillSuspicious } from './divergence.ts'

/** The server's listing of a bucket, and the first suspects. */
interface Look {
  bucket: Bucket
  rows: { id: string; rev: number }[]
  first: Suspects
}

/**
 * Finds the wrong records of these buckets by the server's own listing. Records that a pull after the listing brings or
 * removes were merely in flight and do not count.
 */
export async function bisect(
  cache: CacheDatabase,
  call: Caller,
  puller: Puller,
  buckets: readonly Bucket[],
  signal: AbortSignal,
): Promise<Map<SyncType, Suspects>> {
  const looks: Look[] = []
  for (const bucket of buckets) {
    if (signal.aborted) return new Map()
    const { rows } = await call(repairCalls.revisions, bucket, { signal })
    const first = divergence(rows, await heldNow(cache, bucket))
    if (first.size > 0) looks.push({ bucket, rows, first })
  }
  if (looks.length === 0) return new Map()
  await puller.pull()
  const wrong: { type: SyncType; suspects: Suspects }[] = []
  for (const { bucket, rows, first } of looks) {
    const second = divergence(rows, await heldNow(cache, bucket))
    wrong.push({ type: bucket.type, suspects: stillSuspicious(first, second) })
  }
  return gather(wrong)
}

const heldNow = async (cache: CacheDatabase, bucket: Bucket) =>
  copiesIn(cache, comparisonOf(await readCacheState(cache)), bucket)
