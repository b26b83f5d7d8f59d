import { type DayText, daysBetween } from '../time/zones.ts'

/** Spans of more days than this are shown by week. */
const DAYS_MAX = 31
const WEEK = 7

export const TREND_UNITS = ['day', 'week'] as const
export type TrendUnit = (typeof TREND_UNITS)[number]

/** The steps of a trend over a span of days. */
export interface TrendSteps {
  unit: TrendUnit
  /** Days of a step. Weeks end with the last day of the span, so the first one may be shorter. */
  size: 1 | 7
  count: number
}

/** How a trend over `from` to `to`, both included, is divided: by day up to a month, otherwise by week. */
export function trendSteps(from: DayText, to: DayText): TrendSteps {
  const days = daysBetween(from, to) + 1
  if (days <= DAYS_MAX) return { unit: 'day', size: 1, count: days }
  return { unit: 'week', size: WEEK, count: Math.ceil(days / WEEK) }
}
