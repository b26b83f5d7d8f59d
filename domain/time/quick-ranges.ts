import { addDays, type DayText, dayText, findDay } from './zones.ts'

/** The quick date ranges of the lists and the dashboard (docs/wire.md#lists-and-limits). */
export const QUICK_RANGES = ['Today', 'Yesterday', 'Week', 'Month', 'Year', 'Any'] as const
export type QuickRange = (typeof QUICK_RANGES)[number]

/** Both days included; an absent end means no limit. */
export interface DayRange {
  from?: DayText
  to?: DayText
}

export function isQuickRange(text: string): text is QuickRange {
  return (QUICK_RANGES as readonly string[]).includes(text)
}

/** The same day `months` months earlier, or that month's last day if it is shorter. */
function monthsBefore(day: DayText, months: number): DayText {
  const { year, month, day: date } = findDay(day)!
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  return dayText(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(date, lastOfMonth))
}

const RANGES = {
  Today: (today) => ({ from: today, to: today }),
  Yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  // "Last 7 days" is today and the six before it.
  Week: (today) => ({ from: addDays(today, -6), to: today }),
  // "Last month" and "Year" reach back from today, so that recent items stay in the lists.
  Month: (today) => ({ from: addDays(monthsBefore(today, 1), 1), to: today }),
  Year: (today) => ({ from: addDays(monthsBefore(today, 12), 1), to: today }),
  Any: () => ({}),
} as const satisfies Record<QuickRange, (today: DayText) => DayRange>

/** The days of `range` when it is `today` where the person is (dayAt of ./zones.ts). */
export function daysOfQuickRange(range: QuickRange, today: DayText): DayRange {
  return RANGES[range](today)
}

/** The quick range with exactly these days on `today`, if any: its pill is shown as selected. */
export function findQuickRange(days: DayRange, today: DayText): QuickRange | undefined {
  return QUICK_RANGES.find((range) => {
    const { from, to } = daysOfQuickRange(range, today)
    return from === days.from && to === days.to
  })
}
