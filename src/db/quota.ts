import { BehaviorSubject } from 'rxjs'
import type { CacheDatabase, CacheMetaRow } from './cache-database.ts'
import { isConnectionLost } from './keep-open.ts'
import { clearPriors } from './prior-rows.ts'
import { layReserve, releaseReserve } from './reserve.ts'
import { deleteWithStudies, tablesWithStudies } from './study-parts.ts'

/** The device has no space left for the user's work: nothing of it was stored. `message` is shown to the user. */
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
const tight = new BehaviorSubject(false)

/** True after a write of work found no space, until one succeeds again. */
export const isFull$ = full.asObservable()
export const isStorageFull = () => full.value

/** True while there is no space for more copies; work goes into the space reserved for it. */
export const isTight$ = tight.asObservable()
export const isStorageTight = () => tight.value

/** Maximum number of tries for a write that the browser aborted. */
const TRIES = 3

/**
 * Runs a write of work. If the disk is full, frees the reserve first, then fetched files and priors, then the oldest
 * studies; never work itself. If the browser ended the connection, repeats the write on a new one.
 * Throws StorageFullError if no space can be freed.
 */
export async function withQuotaRetry<T>(cache: CacheDatabase, write: () => Promise<T>): Promise<T> {
  for (const makeRoom of [releaseReserve, dropFiles, dropOldest, undefined]) {
    try {
      const result = await onceMore(cache, write)
      full.next(false)
      await markKeptFrom(cache)
      return result
    } catch (error) {
      if (!isQuotaError(error)) throw error
      if (!makeRoom) {
        full.next(true)
        throw new StorageFullError(error)
      }
      // A full disk may refuse even this; then the next try reports it.
      await Promise.resolve(makeRoom(cache)).catch(() => undefined)
    }
  }
  throw new Error('the last try either returned or threw')
}

/**
 * Runs a write of copies. They are written only while the reserve for work is in place; if the disk is full, files and
 * the oldest studies are deleted. Throws StorageFullError if there is still no space; the rows are requested from the
 * server again later.
 */
export async function withQuotaRetryForCopies<T>(cache: CacheDatabase, write: () => Promise<T>): Promise<T> {
  for (const makeRoom of [dropFiles, dropOldest, undefined]) {
    try {
      return await writeBesideReserve(cache, write)
    } catch (error) {
      if (!isQuotaError(error)) throw error
      tight.next(true)
      if (!makeRoom) throw new StorageFullError(error)
      await makeRoom(cache).catch(() => undefined)
    }
  }
  throw new Error('the last try either returned or threw')
}

/**
 * Runs a write of prefetched copies. Displaces nothing. Throws StorageFullError if there is no space besides the
 * reserve for work.
 */
export async function withSpareRoom<T>(cache: CacheDatabase, write: () => Promise<T>): Promise<T> {
  try {
    return await writeBesideReserve(cache, write)
  } catch (error) {
    if (!isQuotaError(error)) throw error
    tight.next(true)
    throw new StorageFullError(error)
  }
}

async function writeBesideReserve<T>(cache: CacheDatabase, write: () => Promise<T>): Promise<T> {
  if (!(await layReserve())) throw new DOMException('the reserve found no room', 'QuotaExceededError')
  const result = await onceMore(cache, write)
  tight.next(false)
  await markKeptFrom(cache)
  return result
}

async function onceMore<T>(cache: CacheDatabase, write: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await write()
    } catch (error) {
      // This page closes both databases of a user together, and nothing is written after that.
      const isOver = left === 0 || cache.hasBeenClosed()
      if (isOver || isQuotaError(error) || !isConnectionLost(error)) throw error
    }
  }
}

/**
 * Whether a write failed for lack of space. Dexie may have wrapped the browser's error, and lists the errors of a bulk
 * write.
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
  await clearPriors(cache)
}

/** The sync state of the copies: see sync/pull/cache-state.ts. */
export const STATE_ID = 'state'
/** Set when copies were evicted: studies received before it (milliseconds) are incomplete on this device. */
export const KEPT_FROM_ID = 'keptFrom'

/** A mark that found no space itself, with its state; a page has the copies of one user. */
let owed: { mark: number; state?: CacheMetaRow | undefined } | undefined

/** Maximum number of studies dropped at once, and the minimum interval: some browsers free the space hours later. */
const DROPPED_AT_ONCE = 500
const DROP_EVERY_MS = 60_000
const droppedAt = new WeakMap<CacheDatabase, number>()

/**
 * Deletes the oldest studies, at most half of them. The mark is written before the first copy goes. If even that finds
 * no space, the state is deleted with the copies (browsers allow a transaction that only deletes on a full disk): if
 * the page ends now, the copies are fetched again.
 */
async function dropOldest(cache: CacheDatabase): Promise<void> {
  const before = droppedAt.get(cache)
  if (before !== undefined && performance.now() - before < DROP_EVERY_MS) return
  droppedAt.set(cache, performance.now())
  const count = await cache.studies.count()
  const oldest = await cache.studies
    .orderBy('received')
    .limit(Math.min(DROPPED_AT_ONCE, Math.ceil(count / 2)) + 1)
    .toArray()
  const firstKept = oldest.length > 1 || count > 1 ? oldest.pop() : undefined
  const ids = oldest.map(({ id }) => id)
  owed = { mark: firstKept?.received ?? Date.now(), state: await cache.meta.get(STATE_ID) }
  await markKeptFrom(cache)
  await cache.transaction('rw', [...tablesWithStudies(cache), cache.meta], async () => {
    if (owed) await cache.meta.delete(STATE_ID)
    await cache.studies.bulkDelete(ids)
    await deleteWithStudies(cache, ids)
  })
  await markKeptFrom(cache)
}

async function markKeptFrom({ meta }: CacheDatabase): Promise<void> {
  if (!owed) return
  const { mark, state } = owed
  const write = async () => {
    await meta.put({ id: KEPT_FROM_ID, value: mark })
    if (state && !(await meta.get(STATE_ID))) await meta.put(state)
    return true
  }
  // If it finds no space, the next successful write tries again.
  const isMarked = await meta.db.transaction('rw', meta, write).catch(() => false)
  if (isMarked) owed = undefined
}
