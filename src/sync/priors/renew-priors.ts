import { Dexie } from 'dexie'
import { PRIORS_ASKED_MAX } from '#contract/calls/priors.ts'
import { PRIORS_AHEAD_MAX } from '#domain/prior/limits.ts'
import { isSigned, REPORT_STATUSES } from '#domain/status/report-status.ts'
import type { CacheDatabase, PriorMarkRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { isStorageTight, StorageFullError } from '#src/db/quota.ts'
import { type AskPorts, askPriors } from './keep-priors.ts'

/** Maximum time between comparisons with the server. */
const RENEW_MS = 3_600_000

/** Number of viewed ones that stay, whatever became of their study; they count among the 1,000. */
const LOOKED_AT_MAX = 100

/** When a round last found no space (milliseconds), by database. */
const foundNoRoom = new WeakMap<CacheDatabase, number>()

const UNSIGNED = REPORT_STATUSES.filter((status) => !isSigned(status))

/**
 * Returns this device's studies that wait for their report, at most 1,000: those of `userId` first, then the newest.
 * Reads only indexes.
 */
export async function studiesToRead(cache: CacheDatabase, userId: string): Promise<string[]> {
  const waiting = await Promise.all(
    UNSIGNED.map(async (status) => {
      const ofStatus = cache.studies
        .where('[status+received]')
        .between([status, Dexie.minKey], [status, Dexie.maxKey])
        .reverse()
      const [keys, ids] = await Promise.all([ofStatus.keys(), ofStatus.primaryKeys()])
      return ids.map((id, i) => ({ id, received: (keys[i] as unknown as [string, number])[1] }))
    }),
  )
  const own = new Set(
    await cache.studies
      .where('[assigned+received]')
      .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
      .primaryKeys(),
  )
  return waiting
    .flat()
    .toSorted((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)) || b.received - a.received)
    .slice(0, PRIORS_AHEAD_MAX)
    .map(({ id }) => id)
}

/**
 * Fetches the prior studies of the studies to read, 50 studies per request: those that are missing, changed, or were
 * not compared for an hour. Deletes those that are no longer needed. Does nothing while the device has no space for
 * copies, and for an hour after a round that found none.
 */
export async function renewPriors(databases: Databases, ports: AskPorts): Promise<void> {
  const { cache, userId } = databases
  const since = ports.now() - RENEW_MS
  const isFresh = ({ changes, askedAt }: PriorMarkRow) => changes === 0 && askedAt > since
  const toRead = await studiesToRead(cache, userId)
  const marks = new Map((await cache.priorMarks.toArray()).map((row) => [row.id, row]))
  const spared = sparedOf([...marks.values()].filter(isFresh), new Set(toRead))
  const wanted = toRead.slice(0, PRIORS_AHEAD_MAX - spared.length)
  await dropUnwanted(cache, new Set([...wanted, ...spared]))
  if ((foundNoRoom.get(cache) ?? Number.NEGATIVE_INFINITY) > since) return
  const due = wanted.filter((id) => {
    const mark = marks.get(id)
    return !mark || !isFresh(mark)
  })
  for (let start = 0; start < due.length; start += PRIORS_ASKED_MAX) {
    if (ports.signal.aborted || isStorageTight()) return
    try {
      await askPriors(databases, due.slice(start, start + PRIORS_ASKED_MAX), ports)
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error
      foundNoRoom.set(cache, ports.now())
      return
    }
  }
}

/** The most recently viewed ones that no round compares. */
function sparedOf(fresh: readonly PriorMarkRow[], toRead: ReadonlySet<string>): string[] {
  return fresh
    .filter(({ id, usedAt }) => usedAt > 0 && !toRead.has(id))
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .slice(0, LOOKED_AT_MAX)
    .map(({ id }) => id)
}

async function dropUnwanted(cache: CacheDatabase, kept: ReadonlySet<string>): Promise<void> {
  const ids = await cache.priorMarks.toCollection().primaryKeys()
  const gone = ids.filter((id) => !kept.has(id))
  if (gone.length === 0) return
  await cache.transaction('rw', cache.priors, cache.priorMarks, async () => {
    await cache.priors.bulkDelete(gone)
    await cache.priorMarks.bulkDelete(gone)
  })
}
