import type { CacheDatabase } from './cache-database.ts'

/** Gets a new value each time the reader loses prior studies: an answer requested before that is not stored. */
const LOST_ID = 'priorsLost'

/** The value of the last loss; if it is the same before and after a request, the answer may be stored. */
export async function lastPriorLoss({ meta }: CacheDatabase): Promise<unknown> {
  return (await meta.get(LOST_ID))?.value
}

/** Deletes rows that cover these studies, which the reader lost, inside the caller's transaction. */
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

/** Deletes all prefetched prior studies after a right was lost; those still allowed are fetched again. */
export async function losePriors(cache: CacheDatabase): Promise<void> {
  await clearPriors(cache)
  await noteLoss(cache)
}

/** Deletes them to free space: the reader still has access, so an answer in flight may be stored. */
export async function clearPriors(cache: CacheDatabase): Promise<void> {
  await cache.priors.clear()
  await cache.priorMarks.clear()
}

// Not a counter: it would restart when the whole sync state is deleted.
async function noteLoss(cache: CacheDatabase): Promise<void> {
  await cache.meta.put({ id: LOST_ID, value: crypto.randomUUID() })
}
