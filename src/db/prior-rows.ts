import type { CacheDatabase } from './cache-database.ts'

/** Another word each time that former studies are taken from the reader: an answer that was asked for before is not kept. */
const LOST_ID = 'priorsLost'

/** The word of the last loss; the same one before and after a question says that its answer may be kept. */
export async function lastPriorLoss({ meta }: CacheDatabase): Promise<unknown> {
  return (await meta.get(LOST_ID))?.value
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

/** Takes out all former studies that were kept ahead, because a right was lost; what may still be read is fetched anew. */
export async function losePriors(cache: CacheDatabase): Promise<void> {
  await clearPriors(cache)
  await noteLoss(cache)
}

/** Takes them out to make room: they are the reader's still, and an answer that is on its way may be kept. */
export async function clearPriors(cache: CacheDatabase): Promise<void> {
  await cache.priors.clear()
  await cache.priorMarks.clear()
}

// Not a count: it would begin anew where all that is known of the copies goes.
async function noteLoss(cache: CacheDatabase): Promise<void> {
  await cache.meta.put({ id: LOST_ID, value: crypto.randomUUID() })
}
