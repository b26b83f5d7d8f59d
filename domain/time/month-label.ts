import { monthNames } from './formats.ts'

/** Languages that name months by three Latin letters; Intl writes "Sept" in some of their regions. */
const ENGLISH = /^en\b/

/**
 * `Jan, 2024` of a YYYY-MM in the client's locale. English has three letters for every month; other languages have
 * Intl's short name. Text that is no month comes back as it is, so that nothing is hidden.
 */
export function monthLabel(month: string, locale: string): string {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined || number === undefined) return month
  return `${nameOf(Number(number), locale)}, ${year}`
}

function nameOf(month: number, locale: string): string {
  const english = monthNames()[month - 1] ?? ''
  if (ENGLISH.test(locale)) return english
  try {
    const format = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
    return format.format(new Date(Date.UTC(2024, month - 1, 15)))
  } catch {
    // A locale that this machine does not know must not hide a chart.
    return english
  }
}
