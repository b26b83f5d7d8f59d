import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { dayOfDicom } from '#domain/study/dicom-time.ts'
import type { DicomHeader } from '#domain/study/study-header.ts'
import type { DayText } from '#domain/time/zones.ts'

/** A line of the header as a person reads it. */
export interface HeaderLine {
  tag: string
  vr: string
  value: string
}

/** Longest value that is shown; the rest tells a reader nothing. */
const VALUE_MAX = 400

/** A DICOM JSON header (PS3.18 annex F) by its tags, each value as text. Nonsense is left out, never thrown at. */
export function headerLines(header: DicomHeader, today: DayText): HeaderLine[] {
  return Object.entries(header)
    .map(([tag, attribute]) => ({
      tag: `${tag.slice(0, 4)},${tag.slice(4)}`,
      vr: typeof attribute?.vr === 'string' ? attribute.vr : '',
      value: marked(tag, valueText(attribute?.Value).slice(0, VALUE_MAX), today),
    }))
    .toSorted((a, b) => a.tag.localeCompare(b.tag))
}

const BIRTH_DATE = '00100030'

// It stays as it came; a day on which nobody can be born is said to be one.
function marked(tag: string, value: string, today: DayText): string {
  if (tag !== BIRTH_DATE || value === '') return value
  const day = dayOfDicom(value)
  const problem = day === undefined ? 'is not a day of the calendar' : birthDayProblem(day, today)
  return problem ? `${value} (${problem})` : value
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ')
  if (typeof value === 'object') return Object.values(value).map(valueText).filter(Boolean).join(' = ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
