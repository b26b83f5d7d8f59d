/** Month names in dates: `07 Sep 2026`. Intl writes "Sept" in some locales, so the names are fixed here. */
export const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

const WHOLE_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

/** Returns the month (1 to 12) whose name begins with `word`, from three letters on; undefined for any other word. */
export function findMonth(word: string): number | undefined {
  if (word.length < 3) return undefined
  const index = WHOLE_NAMES.findIndex((name) => name.startsWith(word.toLowerCase()))
  return index < 0 ? undefined : index + 1
}

/** Returns how many days the month has; `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  const date = new Date(0)
  // Day 0 of the next month is the last day of this one.
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}
