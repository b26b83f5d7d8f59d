import { Dexie } from 'dexie'
import { CacheDatabase, cacheName } from './cache-database.ts'
import type { Codec } from './codec.ts'
import { keepOpen } from './keep-open.ts'
import { createTables, type Tables } from './tables.ts'
import { WorkDatabase } from './work-database.ts'

/** If a page of an older build blocks the database for longer than this, the user is told. */
const BLOCKED_WAIT_MS = 10_000

/** Dexie multiplies versions by ten, and uses the numbers in between for its own repairs. */
const NATIVE_VERSIONS = 10

/** This page cannot open the databases; `message` is shown to the user. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

/** The two databases of a user, open, with the repositories of their tables. */
export interface Databases extends Tables {
  userId: string
  work: WorkDatabase
  cache: CacheDatabase
  close: () => void
}

export interface OpenOptions {
  codec: Codec
  /** A newer build needs the databases: this page's are already closed. */
  onOutdated?: () => void
  blockedWaitMs?: number
}

/** Opens both databases; throws DatabaseUnavailableError if another page or a newer build blocks them. */
export async function openDatabases(userId: string, options: OpenOptions): Promise<Databases> {
  const work = new WorkDatabase(userId)
  let cache = new CacheDatabase(userId)
  try {
    await openInTime(work, options).catch(refuse)
    cache = await openOrRebuild(cache, userId, options)
  } catch (error) {
    work.close()
    cache.close()
    throw error
  }
  const close = () => {
    work.close()
    cache.close()
  }
  for (const database of [work, cache]) {
    database.on('versionchange', ({ newVersion }) => {
      if (newVersion === null) {
        // Another page deletes it: close it, and open it again at its next use.
        database.close({ disableAutoOpen: false })
        return
      }
      close()
      options.onOutdated?.()
    })
    keepOpen(database)
  }
  return { userId, work, cache, close, ...createTables(work, cache, options.codec) }
}

/** Deletes the copies of a user; unsent work is in the other database and stays. */
export async function deleteCache(userId: string): Promise<void> {
  await Dexie.delete(cacheName(userId))
}

async function openInTime(database: Dexie, { blockedWaitMs = BLOCKED_WAIT_MS }: OpenOptions): Promise<void> {
  const known = database.verno
  let timer: ReturnType<typeof setTimeout> | undefined
  const blocked = new Promise<never>((_, reject) => {
    // Our pages close on versionchange, so waiting helps only against one that hangs.
    database.on('blocked', () => {
      timer ??= setTimeout(() => reject(new DatabaseUnavailableError(DATABASE_WORDS.blocked)), blockedWaitMs)
    })
  })
  try {
    await Promise.race([database.open(), blocked])
  } finally {
    clearTimeout(timer)
  }
  // Dexie also opens databases of a newer build; this page would write rows that build does not expect.
  if (database.backendDB().version >= (known + 1) * NATIVE_VERSIONS)
    throw new DatabaseUnavailableError(DATABASE_WORDS.outdated)
}

/** Errors of private windows in some browsers, and of settings that forbid pages to store anything. */
const REFUSALS = ['MissingAPIError', 'SecurityError', 'InvalidStateError', 'NotAllowedError']

function refuse(error: unknown): never {
  const names = [error, (error as { inner?: unknown } | undefined)?.inner].map(
    (one) => (one as Error | undefined)?.name,
  )
  if (names.some((name) => name !== undefined && REFUSALS.includes(name)))
    throw new DatabaseUnavailableError(DATABASE_WORDS.refused, error)
  throw error
}

// Copies can be fetched again: a problem with them must not block access to the work.
async function openOrRebuild(
  cache: CacheDatabase,
  userId: string,
  options: OpenOptions,
): Promise<CacheDatabase> {
  try {
    await openInTime(cache, options)
    return cache
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error
    cache.close()
    await deleteCache(userId)
    const rebuilt = new CacheDatabase(userId)
    await openInTime(rebuilt, options)
    return rebuilt
  }
}

/** Shown to the user if the databases cannot be used. */
export const DATABASE_WORDS = {
  blocked: 'Readroom is open in another tab that does not let go. Close the other tabs and reload this page.',
  refused:
    'This browser keeps nothing for Readroom in this window, so nothing could be worked on or sent. Open Readroom in an ordinary window (not a private one) of a current Chrome, Edge, Firefox or Safari, and allow it to keep data on this device.',
  outdated: 'A newer version of Readroom is open in another tab. Reload this page.',
} as const
