import { Dexie } from 'dexie'
import { PRIORS_ASKED_MAX } from '#contract/calls/priors.ts'
import { PRIORS_AHEAD_MAX } from '#domain/prior/limits.ts'
import { isSigned, REPORT_STATUSES } from '#domain/status/report-status.ts'
import type { CacheDatabase, PriorMarkRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { isStorageTight } from '#src/db/quota.ts'
import { type AskPorts, askPriors } from './keep-priors.ts'

/** What a device holds is compared with the server at least this often. */
const RENEW_MS = 3_600_000

/** So many that somebody looked at stay, whatever became of their study. */
const LOOKED_AT_MAX = 100

const UNSIGNED = REPORT_STATUSES.filter((status) => !isSigned(status))

/**
 * The studies of this device that wait for their report, at most 1,000: those of `userId` first, then the newest. Reads
 * the indexes alone.
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
 * Brings the former studies of the studies to read onto this device, 50 studies a question: those that it does not hold,
 * that changed, or that were not compared for an hour. Takes out those that nobody needs any longer. Does nothing while
 * the device has no room for copies.
 */
export async function renewPriors(databases: Databases, ports: AskPorts): Promise<void> {
  const { cache, userId } = databases
  const wanted = await studiesToRead(cache, userId)
  const marks = new Map((await cache.priorMarks.toArray()).map((row) => [row.id, row]))
  await dropUnwanted(cache, new Set(wanted))
  const since = ports.now() - RENEW_MS
  const isFresh = ({ changes, askedAt }: PriorMarkRow) => changes === 0 && askedAt > since
  const due = wanted.filter((id) => {
    const mark = marks.get(id)
    return !mark || !isFresh(mark)
  })
  for (let start = 0; start < due.length; start += PRIORS_ASKED_MAX) {
    if (ports.signal.aborted || isStorageTight()) return
    await askPriors(databases, due.slice(start, start + PRIORS_ASKED_MAX), ports)
  }
}

async function dropUnwanted(cache: CacheDatabase, wanted: ReadonlySet<string>): Promise<void> {
  const looked = await cache.priorMarks.where('usedAt').above(0).reverse().primaryKeys()
  const spared = new Set(looked.filter((id) => !wanted.has(id)).slice(0, LOOKED_AT_MAX))
  const ids = await cache.priorMarks.toCollection().primaryKeys()
  const gone = ids.filter((id) => !wanted.has(id) && !spared.has(id))
  if (gone.length === 0) return
  await cache.transaction('rw', cache.priors, cache.priorMarks, async () => {
    await cache.priors.bulkDelete(gone)
    await cache.priorMarks.bulkDelete(gone)
  })
}
