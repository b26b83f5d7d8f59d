import type { CacheDatabase } from './cache-database.ts'

/** Counts how often former studies were taken from the reader: an answer that was asked for before is not kept. */
const LOST_ID = 'priorsLost'

/** How often that was so far; the same number before and after a question says that its answer may be kept. */
export async function countPriorLosses({ meta }: CacheDatabase): Promise<number> {
  return Number((await meta.get(LOST_ID))?.value ?? 0)
}

/** Takes out what tells of these studies, which are no longer the reader's, inside the caller's transaction. */
export async function dropPriorsOf(cache: CacheDatabase, studyIds: readonly string[]): Promise<void> {
  const naming = await cache.priorMarks
    .where('studies')
    .anyOf([...studyIds])
    .distinct()
    .primaryKeys()
  const gone = [...naming, ...studyIds]
  await cache.priors.bulkDelete(gone)
  await cache.priorMarks.bulkDelete(gone)
  await noteLoss(cache)
}

/** Takes out all former studies that were kept ahead; what may still be read is fetched anew. */
export async function clearPriors(cache: CacheDatabase): Promise<void> {
  await cache.priors.clear()
  await cache.priorMarks.clear()
  await noteLoss(cache)
}

async function noteLoss(cache: CacheDatabase): Promise<void> {
  await cache.meta.put({ id: LOST_ID, value: (await countPriorLosses(cache)) + 1 })
}
