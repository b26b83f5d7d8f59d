import { addDays, type DayText, daysBetween } from '#domain/time/zones.ts'
import { MODALITIES } from '../modalities.ts'

/** A part of an image server's contents; a missing bound is open, and without bounds it is everything. */
export interface QuerySlice {
  /** First day of the study date, included. */
  fromDay?: DayText
  /** Last day of the study date, included. */
  toDay?: DayText
  modality?: string
}

/** Hardly any study of an archive is older. */
const USUAL_FIRST_DAY = '1985-01-01'
/** Wrong dates may be outside the plausible range: down to this day they are searched day by day if necessary. */
const FIRST_DAY = '1900-01-01'
const DAYS_AHEAD = 366

/** Series types that are not a machine's modality but may be all that a study contains. */
const OTHER_KINDS = [
  'SR',
  'PR',
  'KO',
  'DOC',
  'SEG',
  'REG',
  'RTSTRUCT',
  'RTPLAN',
  'RTDOSE',
  'RTIMAGE',
] as const

/**
 * Smaller slices that together cover `slice`, newest first: everything becomes the usual years and the time
 * outside of them, a range of days its two halves, one day its modalities. Empty if nothing is smaller, and for
 * times before 1900 or more than a year ahead. A study without a date is only in the slice of everything.
 */
export function narrowerSlices(slice: QuerySlice, today: DayText): QuerySlice[] {
  const { fromDay, toDay, modality } = slice
  if (modality !== undefined) return []
  if (fromDay === undefined && toDay === undefined)
    return [
      { fromDay: USUAL_FIRST_DAY, toDay: today },
      { fromDay: addDays(today, 1) },
      { toDay: addDays(USUAL_FIRST_DAY, -1) },
    ]
  if (toDay === undefined) return ofOpenEnd(fromDay ?? today, today)
  if (fromDay === undefined) return ofOpenStart(toDay)
  const days = daysBetween(fromDay, toDay)
  if (days <= 0) return [...MODALITIES, ...OTHER_KINDS].map((each) => ({ fromDay, toDay, modality: each }))
  const middle = addDays(fromDay, Math.floor(days / 2))
  return [
    { fromDay: addDays(middle, 1), toDay },
    { fromDay, toDay: middle },
  ]
}

function ofOpenEnd(fromDay: DayText, today: DayText): QuerySlice[] {
  const lastDay = fromDay <= today ? today : addDays(today, DAYS_AHEAD)
  return fromDay <= lastDay ? [{ fromDay, toDay: lastDay }, { fromDay: addDays(lastDay, 1) }] : []
}

const ofOpenStart = (toDay: DayText): QuerySlice[] =>
  toDay >= FIRST_DAY ? [{ fromDay: FIRST_DAY, toDay }, { toDay: addDays(FIRST_DAY, -1) }] : []

/** A slice in words: `2026-11-25 CT`, `until 1899-12-31`. */
export function sliceWords({ fromDay, toDay, modality }: QuerySlice): string {
  if (fromDay === undefined) return toDay === undefined ? 'everything' : `until ${toDay}`
  if (toDay === undefined) return `from ${fromDay}`
  return [fromDay, toDay !== fromDay && `to ${toDay}`, modality].filter(Boolean).join(' ')
}

/** True if a study of this day may be in the slice; one without a day may be in any. */
export function isInDays({ fromDay, toDay }: QuerySlice, day: DayText | undefined): boolean {
  return (
    day === undefined || ((fromDay === undefined || day >= fromDay) && (toDay === undefined || day <= toDay))
  )
}

/** The slices read at first contact: the last month, the last year, then everything, so that the newest come first. */
export function newestFirst(today: DayText): QuerySlice[] {
  return [{ fromDay: addDays(today, -30) }, { fromDay: addDays(today, -365) }, {}]
}
