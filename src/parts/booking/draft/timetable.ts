import { endOfStay } from '#domain/visit/end-time.ts'
import { type BookingDraft, type DraftLine, type DraftStay, stayKey } from './draft.ts'

/** A stay with its services and its times (milliseconds). */
export interface TimedStay {
  key: string
  stay: DraftStay | undefined
  departmentId: string
  placeId: string | null
  lines: readonly DraftLine[]
  start: number
  end: number
}

/** When everything in a booking takes place. */
export interface Timetable {
  stays: readonly TimedStay[]
  end: number
  /** Departments that define no slot length. */
  unconfigured: readonly string[]
}

/**
 * Returns the stays of a booking one after another from its start, each as long as its services' slots; a
 * stay with a manual time starts then. `slotMinutesOf` returns the minutes of a department's slot; undefined if it
 * has none. Cancelled services take no time.
 */
export function timetableOf(
  { start, lines, stays }: Pick<BookingDraft, 'start' | 'lines' | 'stays'>,
  slotMinutesOf: (departmentId: string) => number | undefined,
  takesTime: (line: DraftLine) => boolean = () => true,
): Timetable {
  const timed: TimedStay[] = []
  const unconfigured = new Set<string>()
  let next = start
  for (const [key, own] of Map.groupBy(lines, stayKey)) {
    const [first] = own
    if (!first) continue
    const slotMinutes = slotMinutesOf(first.departmentId)
    if (slotMinutes === undefined || slotMinutes <= 0) unconfigured.add(first.departmentId)
    const stay = stays[key]
    const from = stay?.start ?? next
    const end = endOfStay(from, own.filter(takesTime).length, slotMinutes ?? 0)
    const { departmentId, placeId } = first
    timed.push({ key, stay, departmentId, placeId, lines: own, start: from, end })
    next = Math.max(next, end)
  }
  return {
    stays: timed,
    end: Math.max(start, ...timed.map(({ end }) => end)),
    unconfigured: [...unconfigured],
  }
}
