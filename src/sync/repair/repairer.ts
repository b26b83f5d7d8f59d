import { repairCalls } from '#contract/calls/repair.ts'
import { SYNC_TYPES, type SyncType } from '#contract/calls/sync.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Caller } from '../api/caller.ts'
import { readCacheState } from '../pull/cache-state.ts'
import type { Puller } from '../pull/puller.ts'
import { divergence, gather, type Suspects, stillSuspicious } from './divergence.ts'
import { type Bucket, comparisonOf, heldIn, isCompared } from './held.ts'
import { mendRecords } from './mend.ts'
import { nameOf, survey } from './survey.ts'

/** How many copies were mended and the server was not told of yet (work.meta). */
export const REPAIRED_ID = 'repaired'

/** Records are asked for this many at a time. */
const RECORDS_MAX = 200
/** A mended study may bring reports into sight that were not compared before; more rounds than this are never needed. */
const ROUNDS_MAX = 3

/** What of the copies differs from what the server says they should be. */
interface Difference {
  buckets: Bucket[]
  strays: readonly { type: SyncType; id: string }[]
}

export interface Repairer {
  /** Compares the copies with the server and mends them; answers how many. One run at a time: asked meanwhile, it is the same. */
  run: (signal: AbortSignal) => Promise<number>
}

/**
 * Finds copies that are not what the server holds, however that came about, and fetches them anew (SYNC.md promise 6).
 * A difference is first given a pull; what differs then is bisected, down to records that a second pull left untouched.
 */
export function createRepairer(databases: Databases, call: Caller, puller: Puller): Repairer {
  const { cache, work } = databases
  let running: Promise<number> | undefined

  async function compare(signal: AbortSignal): Promise<Difference | undefined> {
    const state = await readCacheState(cache)
    if (state.cursor === undefined || !state.isComplete) return undefined
    const { sums, epoch } = await call(repairCalls.checksums, {}, { signal })
    if (epoch !== state.epoch) return undefined
    const comparison = comparisonOf(state)
    const own = await survey(cache, comparison, signal)
    const wanted = new Map(sums.filter((sum) => isCompared(comparison, sum)).map((sum) => [nameOf(sum), sum]))
    const all = new Map([...own.sums, ...wanted])
    const buckets = [...all].filter(([name]) => {
      const [one, other] = [own.sums.get(name), wanted.get(name)]
      return one?.sum !== other?.sum || one?.count !== other?.count
    })
    return { buckets: buckets.map(([, { type, day }]) => ({ type, day })), strays: own.strays }
  }

  /** The records that are wrong by the server's own listing, and were not merely on their way. */
  async function bisect(buckets: readonly Bucket[], signal: AbortSignal): Promise<Map<SyncType, Suspects>> {
    const looks: { bucket: Bucket; rows: { id: string; rev: number }[]; first: Suspects }[] = []
    for (const bucket of buckets) {
      if (signal.aborted) return new Map()
      const { rows } = await call(repairCalls.revisions, bucket, { signal })
      const first = divergence(rows, await heldIn(cache, comparisonOf(await readCacheState(cache)), bucket))
      if (first.size > 0) looks.push({ bucket, rows, first })
    }
    if (looks.length === 0) return new Map()
    await puller.pull()
    const comparison = comparisonOf(await readCacheState(cache))
    const wrong: { type: SyncType; suspects: Suspects }[] = []
    for (const { bucket, rows, first } of looks) {
      const second = divergence(rows, await heldIn(cache, comparison, bucket))
      wrong.push({ type: bucket.type, suspects: stillSuspicious(first, second) })
    }
    return gather(wrong)
  }

  async function mendAll(type: SyncType, ids: readonly string[], signal: AbortSignal): Promise<number> {
    let count = 0
    for (let i = 0; i < ids.length && !signal.aborted; i += RECORDS_MAX) {
      const some = ids.slice(i, i + RECORDS_MAX)
      const mended = await puller.between(() => mendRecords(databases, call, type, some, signal))
      if (type === 'study' && mended.length > 0) puller.studies$.next(mended)
      await noteRepaired(mended.length)
      count += mended.length
    }
    return count
  }

  async function noteRepaired(count: number): Promise<void> {
    if (count === 0) return
    await work.transaction('rw', work.meta, async () => {
      const known = await work.meta.get(REPAIRED_ID)
      await work.meta.put({ id: REPAIRED_ID, value: (known?.value ?? 0) + count })
    })
  }

  async function round(signal: AbortSignal): Promise<number> {
    if (isNone(await compare(signal))) return 0
    await puller.pull()
    const difference = await compare(signal)
    if (!difference) return 0
    const suspects = await bisect(difference.buckets, signal)
    let count = 0
    for (const type of SYNC_TYPES) {
      const strays = difference.strays.filter((stray) => stray.type === type).map(({ id }) => id)
      const ids = new Set([...(suspects.get(type)?.keys() ?? []), ...strays])
      count += await mendAll(type, [...ids], signal)
    }
    return count
  }

  async function rounds(signal: AbortSignal): Promise<number> {
    let count = 0
    for (let i = 0; i < ROUNDS_MAX && !signal.aborted; i += 1) {
      const mended = await round(signal)
      count += mended
      if (mended === 0) break
    }
    return count
  }

  return {
    run: (signal) => {
      running ??= rounds(signal).finally(() => {
        running = undefined
      })
      return running
    },
  }
}

// Copies that are not whole yet, or of another history, need a pull before they can be compared.
const isNone = (difference: Difference | undefined) =>
  difference !== undefined && difference.buckets.length + difference.strays.length === 0
