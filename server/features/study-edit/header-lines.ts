import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { dayOfDicom } from '#domain/study/dicom/dicom-time.ts'
import type { DicomHeader } from '#domain/study/dicom/study-header.ts'
import { findUndeclaredUtf8 } from '#domain/study/dicom/undeclared-utf8.ts'
import type { DayText } from '#domain/time/zones.ts'

/** A line of the header for display. */
export interface HeaderLine {
  tag: string
  vr: string
  value: string
}

/** The longest value that is shown; the rest is useless to a reader. */
const VALUE_MAX = 400

/**
 * Returns a DICOM JSON header (PS3.18 annex F) as lines by tag, with each value as text. Omits invalid values instead
 * of throwing.
 */
export function headerLines(header: DicomHeader, today: DayText): HeaderLine[] {
  return Object.entries(header)
    .map(([tag, attribute]) => ({
      tag: `${tag.slice(0, 4)},${tag.slice(4)}`,
      vr: typeof attribute?.vr === 'string' ? attribute.vr : '',
      value: marked(tag, valueText(attribute?.Value).slice(0, VALUE_MAX), today),
    }))
    .toSorted((a, b) => a.tag.localeCompare(b.tag))
}

const [BIRTH_DATE, AGE] = ['00100030', '00101010']

// Keeps the value as received and appends its meaning or its fault.
function marked(tag: string, value: string, today: DayText): string {
  const said =
    tag === BIRTH_DATE ? birthWords(value, today) : tag === AGE ? ageWords(value) : utf8Words(value)
  return said ? `${value} (${said})` : value
}

function birthWords(value: string, today: DayText): string | undefined {
  if (value === '') return undefined
  const [, , month] = /^(\d{4})\.?(\d{2})?(?:00)?$/.exec(value) ?? []
  if (/^\d{4}(0000)?$/.test(value)) return 'a year, without month and day'
  if (month !== undefined && Number(month) >= 1 && Number(month) <= 12) return 'a month, without the day'
  const day = dayOfDicom(value)
  return day === undefined ? 'is not a day of the calendar' : birthDayProblem(day, today)
}

const UNITS: Readonly<Record<string, string>> = { D: 'day', W: 'week', M: 'month', Y: 'year' }

function ageWords(value: string): string | undefined {
  const [, digits, unit] = /^(\d{3})([DWMY])$/.exec(value) ?? []
  if (digits === undefined || unit === undefined) return undefined
  const count = Number(digits)
  return `${count} ${UNITS[unit]}${count === 1 ? '' : 's'} at the examination`
}

function utf8Words(value: string): string | undefined {
  const meant = findUndeclaredUtf8(value)
  return meant && `is UTF-8 that was declared as something else: ${meant}`
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ')
  if (typeof value === 'object') return Object.values(value).map(valueText).filter(Boolean).join(' = ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
