import type { BranchItem } from '#contract/calls/directory.ts'
import { addDays, type DayText, startOfDay } from '#domain/time/zones.ts'

/** A branch with its days as instants in milliseconds: `from` is included, `until` is not. */
export interface BranchSpan {
  branchId: string
  zone: string
  from: number
  until: number
}

/** The branches and days of a list of visits, each branch by its own clock. */
export interface ListRange {
  spans: readonly BranchSpan[]
  toDay: DayText
  /** True if the last day is known to be today or later at every branch: no money can have moved after it. */
  reachesToday: boolean
}

type Branch = Pick<BranchItem, 'id' | 'time_zone'>

/**
 * The days `fromDay` to `toDay`, both included, at these branches. `today` is the day in one zone: if a branch has
 * another zone, the range does not count as reaching today, and each day's money is counted separately.
 */
export function listRange(
  branches: readonly Branch[],
  { fromDay, toDay }: { fromDay: DayText; toDay: DayText },
  today: { zone: string; day: DayText },
): ListRange {
  const spans = branches.map(({ id, time_zone: zone }) => ({
    branchId: id,
    zone,
    from: startOfDay(fromDay, zone).getTime(),
    until: startOfDay(addDays(toDay, 1), zone).getTime(),
  }))
  return { spans, toDay, reachesToday: toDay >= today.day && spans.every(({ zone }) => zone === today.zone) }
}

/** The first instant of the range, in milliseconds; undefined if it has no branch. */
export const startOfRange = ({ spans }: ListRange): number | undefined =>
  spans.length === 0 ? undefined : Math.min(...spans.map(({ from }) => from))
