import { SYNC_TYPES, type SyncType } from '#contract/records/records.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import type { Puller } from '../pull/puller.ts'
import { applyRepairs } from './apply-repairs.ts'
import { bisect } from './bisect.ts'
import { compareCopies, type Difference } from './compare.ts'

/** How many repaired copies have not been reported to the server yet (work.meta). */
export const REPAIRED_ID = 'repaired'

/** Maximum number of records per request. */
const RECORDS_MAX = 200
/** A repaired study may reveal reports that were not compared before; more rounds than this are never needed. */
const ROUNDS_MAX = 3

export interface Repairer {
  /**
   * Compares the copies with the server and repairs them; returns how many. One run at a time: a call during a run gets
   * the same result. Throws what the calls throw; earlier repairs stay.
   */
  run: (signal: AbortSignal) => Promise<number>
}

/**
 * Finds copies that differ from the server, whatever the cause, and fetches them again (docs/sync.md promise 6). Pulls
 * first; remaining differences are bisected, down to records that a second pull left untouched.
 */
export function createRepairer(databases: Databases, call: Caller, puller: Puller): Repairer {
  let running: Promise<number> | undefined

  async function mendAll(type: SyncType, ids: readonly string[], signal: AbortSignal): Promise<number> {
    let count = 0
    for (let i = 0; i < ids.length && !signal.aborted; i += RECORDS_MAX) {
      const some = ids.slice(i, i + RECORDS_MAX)
      const mended = await puller.between(() => applyRepairs(databases, call, type, some, signal))
      if (type === 'study' && mended.length > 0) puller.studies$.next(mended)
      await noteRepaired(databases.work, mended.length)
      count += mended.length
    }
    return count
  }

  async function round(signal: AbortSignal): Promise<number> {
    const { cache } = databases
    if (isNone(await compareCopies(cache, call, signal))) return 0
    await puller.pull()
    const difference = await compareCopies(cache, call, signal)
    if (!difference || isNone(difference)) return 0
    const suspects = await bisect(cache, call, puller, difference.buckets, signal)
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

async function noteRepaired(work: WorkDatabase, count: number): Promise<void> {
  if (count === 0) return
  await work.transaction('rw', work.meta, async () => {
    const known = await work.meta.get(REPAIRED_ID)
    await work.meta.put({ id: REPAIRED_ID, value: (known?.value ?? 0) + count })
  })
}

const isNone = (difference: Difference | undefined) =>
  difference !== undefined && difference.buckets.length + difference.strays.length === 0
