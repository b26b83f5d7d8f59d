import { addDays, type DayText, daysBetween } from '../time/zones.ts'
import { MODALITIES } from './modalities.ts'

/** A part of what an image server holds; a bound that is missing is open, and without bounds it is everything. */
export interface QuerySlice {
  /** First day of the study date, included. */
  fromDay?: DayText
  /** Last day of the study date, included. */
  toDay?: DayText
  modality?: string
}

/** Hardly a study of an archive is older. */
const USUAL_FIRST_DAY = '1985-01-01'
/** Wrong dates lie before and behind what machines have taken: so far they are looked for day by day where it must be. */
const FIRST_DAY = '1900-01-01'
const DAYS_AHEAD = 366

/** Kinds of series that are no modality of a machine and may be all that a study holds. */
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
 * Smaller slices that together hold what `slice` holds, newest first: everything becomes the usual years and what lies
 * outside of them, a range of days its two halves, one day its modalities. Empty where nothing is smaller, and for what lies
 * before 1900 or more than a year ahead. A study without a date is in no slice but in everything.
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

/** True where a study of this day may be in the slice; one without a day may be in any. */
export function isInDays({ fromDay, toDay }: QuerySlice, day: DayText | undefined): boolean {
  return (
    day === undefined || ((fromDay === undefined || day >= fromDay) && (toDay === undefined || day <= toDay))
  )
}

/** What is read at first contact: the last month, then the last year, then everything, so that the newest come first. */
export function newestFirst(today: DayText): QuerySlice[] {
  return [{ fromDay: addDays(today, -30) }, { fromDay: addDays(today, -365) }, {}]
}
