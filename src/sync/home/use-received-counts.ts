import type { ComparedSpans } from '#domain/home/same-weekday.ts'
import type { Device } from '../device.ts'
import { readCacheState } from '../pull/cache-state.ts'
import { coverageOf } from '../studies/coverage.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** Whose studies are counted: all of the client, or those of these branches. */
export interface CountedBranches {
  isAll: boolean
  branchIds: readonly string[]
}

/** How many studies were received in each span. */
export interface ReceivedCounts {
  today: number
  before: number
}

/**
 * Returns the numbers of studies received in two spans, from this device's index; undefined unless it has all of them.
 */
export function useReceivedCounts(
  spans: ComparedSpans | undefined,
  branches: CountedBranches,
): ReceivedCounts | undefined {
  const key = spans && `${spans.today.from.getTime()} ${spans.before.to.getTime()}`
  return useLive(countsIn(spans, branches), `received ${key} ${branches.branchIds.join()}`).answer
}

const countsIn = (
  spans: ComparedSpans | undefined,
  { isAll, branchIds }: CountedBranches,
): LiveQuestion<ReceivedCounts | undefined, ReceivedCounts | undefined> => ({
  read: async ({ databases: { cache } }: Device) => {
    if (!spans) return undefined
    const { from: held } = coverageOf(await readCacheState(cache))
    if (!held || held > spans.before.from) return undefined
    const count = ({ from, to }: { from: Date; to: Date }) => {
      const rows = cache.studies.where('received').between(from.getTime(), to.getTime(), true, false)
      return isAll ? rows.count() : rows.filter(({ branch }) => branchIds.includes(branch)).count()
    }
    return { today: await count(spans.today), before: await count(spans.before) }
  },
  open: async (counts) => counts,
})
