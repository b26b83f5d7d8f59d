import { BehaviorSubject } from 'rxjs'
import type { CacheDatabase, CacheMetaRow } from './cache-database.ts'
import { isConnectionLost } from './keep-open.ts'
import { clearPriors } from './prior-rows.ts'
import { layReserve, releaseReserve } from './reserve.ts'
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
const tight = new BehaviorSubject(false)

/** True from a write of work that found no room, until one finds room again. */
export const isFull$ = full.asObservable()
export const isStorageFull = () => full.value

/** True while no room is left for more copies; what a person does is kept in the room that is held back for it. */
export const isTight$ = tight.asObservable()
export const isStorageTight = () => tight.value

/** A write that the browser broke off is made again so often. */
const TRIES = 3

/**
 * Runs a write of work. Where the disk is full, the reserve makes room, then copies do: fetched files and priors first, then the
 * oldest studies; work itself never. Where the browser ended the connection under it, it is made again on a new one.
 * Throws StorageFullError where no room can be made.
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
      // A disk that is full may refuse even this; then the next try says so.
      await Promise.resolve(makeRoom(cache)).catch(() => undefined)
    }
  }
  throw new Error('the last try either returned or threw')
}

/**
 * Runs a write of copies. They are written only while the reserve for work lies on the device; where the disk is full,
 * files and the oldest studies go. Throws StorageFullError where there is no room yet; what was refused is asked of the
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
 * Runs a write of copies that nobody asked for yet. It displaces nothing. Throws StorageFullError where there is no room
 * beside the reserve for work.
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
  await clearPriors(cache)
}

/** How far the copies have come: see sync/pull/cache-state.ts. */
export const STATE_ID = 'state'
/** Where copies made room: studies received before it (milliseconds) are no longer whole on this device. */
export const KEPT_FROM_ID = 'keptFrom'

/** A mark that found no room itself, with the state that it belongs to; a page has the copies of one person. */
let owed: { mark: number; state?: CacheMetaRow | undefined } | undefined

/** At most so many studies go at once, and at most so often: some browsers give their room back hours later. */
const DROPPED_AT_ONCE = 500
const DROP_EVERY_MS = 60_000
const droppedAt = new WeakMap<CacheDatabase, number>()

/**
 * Takes out the oldest studies, at most half of them. The mark stands before the first copy goes. Where even that finds
 * no room, the state goes with the copies (browsers let a transaction through on a full disk that only deletes): a page
 * that ends now leaves copies that are fetched anew.
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
  // Where it finds no room, the next write that does tries again.
  const isMarked = await meta.db.transaction('rw', meta, write).catch(() => false)
  if (isMarked) owed = undefined
}
