import { BehaviorSubject } from 'rxjs'
import type { CacheDatabase } from './cache-database.ts'
import { isConnectionLost } from './keep-open.ts'
import { deleteWithStudies, tablesWithStudies } from './study-parts.ts'

/** The device has no room left for what a person does: nothing was kept of it. `message` is for a person. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super(
      'This device is full, so this could not be kept. Free some space; nothing that was kept before is lost.',
      {
        cause,
      },
    )
    this.name = 'StorageFullError'
  }
}

const full = new BehaviorSubject(false)

/** True from a write that found no room, until one finds room again. */
export const isFull$ = full.asObservable()
export const isStorageFull = () => full.value

/** A write that the browser broke off is made again so often. */
const TRIES = 3

/**
 * Runs a write of work. Where the disk is full, copies make room: fetched files first, then the older half of the
 * studies; work itself never. Where the browser ended the connection under it, it is made again on a new one. Throws
 * StorageFullError where no room can be made.
 */
export async function withRoom<T>(cache: CacheDatabase, write: () => Promise<T>): Promise<T> {
  for (const makeRoom of [dropFiles, dropOlderHalf, undefined]) {
    try {
      const result = await onceMore(cache, write)
      full.next(false)
      await markKeptFrom(cache)
      return result
    } catch (error) {
      if (!isQuotaError(error)) throw error
      full.next(true)
      if (!makeRoom) throw new StorageFullError(error)
      // A disk that is full may refuse even this; then the next try says so.
      await makeRoom(cache).catch(() => undefined)
    }
  }
  throw new Error('the last try either answered or threw')
}

async function onceMore<T>(cache: CacheDatabase, write: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await write()
    } catch (error) {
      // This page closes both databases of a user at once, and nothing is written after that.
      const isOver = left === 0 || cache.hasBeenClosed()
      if (isOver || isQuotaError(error) || !isConnectionLost(error)) throw error
    }
  }
}

/**
 * Whether a write failed for want of room. The database library may have wrapped the browser's error, and lists those of
 * a write of many rows.
 */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  if ('failures' in error && Array.isArray(error.failures)) return error.failures.some(isQuotaError)
  return 'inner' in error && isQuotaError(error.inner)
}

async function dropFiles(cache: CacheDatabase): Promise<void> {
  await cache.files.clear()
  await cache.papers.clear()
}

/** Where copies made room: studies received before it (milliseconds) are no longer whole on this device. */
export const KEPT_FROM_ID = 'keptFrom'

/** A mark that found no room itself; a page has the copies of one person. */
let owedMark: number | undefined

// Browsers let a transaction through on a full disk that only deletes: one written byte more, and nothing of it is done.
async function dropOlderHalf(cache: CacheDatabase): Promise<void> {
  const ids = await cache.studies.orderBy('received').primaryKeys()
  const older = ids.slice(0, Math.ceil(ids.length / 2))
  const oldestKept = await cache.studies.get(ids[older.length] ?? '')
  owedMark = oldestKept?.received ?? Date.now()
  await markKeptFrom(cache)
  await cache.transaction('rw', tablesWithStudies(cache), async () => {
    await cache.studies.bulkDelete(older)
    await deleteWithStudies(cache, older)
  })
  await markKeptFrom(cache)
}

async function markKeptFrom({ meta }: CacheDatabase): Promise<void> {
  if (owedMark === undefined) return
  // Where it finds no room, the next write that does tries again.
  const isMarked = await meta.put({ id: KEPT_FROM_ID, value: owedMark }).catch(() => undefined)
  if (isMarked) owedMark = undefined
}
