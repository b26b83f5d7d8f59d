import type { repairCalls } from '#contract/calls/repair.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { NO_RECORDS, withRecord } from '#domain/sync/checksum.ts'
import type { Caller } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { selectHead } from './feed-head.ts'
import { selectGrantedScopes } from './granted-scopes.ts'
import type { AnySyncSource, Revision } from './source.ts'
import { type DaySum, type SumCache, sumKey } from './sum-cache.ts'
import { windowsAt } from './windows.ts'

/** Records are summed this many at a time; between two portions the server answers others. */
const PORTION = 5_000

/**
 * What a device of the caller must hold, as one sum a type and day (decision 064). Rights, records and the position of
 * the feed are of one snapshot, so a device that has read up to `pos` and holds something else is wrong.
 */
export function checksums(
  kernel: Kernel,
  sources: readonly AnySyncSource[],
  cache: SumCache,
  caller: Caller,
): Promise<OutputOf<typeof repairCalls.checksums>> {
  const now = kernel.now()
  const windows = windowsAt(now)
  return kernel.database.tenant(
    caller.clientId,
    async (tx) => {
      const { pos } = await selectHead(tx, caller.clientId)
      const scopes = await selectGrantedScopes(tx, caller)
      const key = sumKey(caller, scopes, windows, pos)
      const sums = await cache.get(key, now.getTime(), async () => {
        const all: DaySum[] = []
        for (const source of sources) {
          const revisions = await source.revisions(tx, caller, scopes, { window: windows[source.type], now })
          all.push(...(await sumByDay(source.type, revisions)))
        }
        return all
      })
      return { pos, epoch: kernel.epoch, sums: [...sums] as OutputOf<typeof repairCalls.checksums>['sums'] }
    },
    { snapshot: true },
  )
}

async function sumByDay(type: string, revisions: readonly Revision[]): Promise<DaySum[]> {
  const days = new Map<string, typeof NO_RECORDS>()
  for (const [i, { id, rev, day }] of revisions.entries()) {
    if (i > 0 && i % PORTION === 0) await new Promise(setImmediate)
    days.set(day, withRecord(days.get(day) ?? NO_RECORDS, id, rev))
  }
  return [...days].map(([day, sum]) => ({ type, day, ...sum }))
}
