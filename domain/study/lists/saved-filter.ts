import { daysOfQuickRange, type QuickRange } from '#domain/time/quick-ranges.ts'
import type { DayText } from '#domain/time/zones.ts'

/** The days of a filter: a quick range, or from and to. */
export interface FilterDays {
  range?: QuickRange | undefined
  from_date?: DayText | undefined
  to_date?: DayText | undefined
}

/**
 * The fields of a filter on the day `today`: its quick range, if it has one, as the days that it means then.
 * Explicit days take precedence.
 */
export function fieldsOnDay<Filter extends FilterDays>(
  { range, ...fields }: Filter,
  today: DayText,
): Omit<Filter, 'range'> {
  if (range === undefined) return fields
  const { from, to } = daysOfQuickRange(range, today)
  return { ...(from && { from_date: from }), ...(to && { to_date: to }), ...fields }
}
