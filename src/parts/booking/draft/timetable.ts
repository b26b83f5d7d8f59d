import { endOfSlot } from '#domain/visit/end-time.ts'
import { type BookingDraft, type DraftLine, type DraftSlot, slotKey } from './draft.ts'

/** A slot with its services and its times (milliseconds). */
export interface TimedSlot {
  key: string
  draftSlot: DraftSlot | undefined
  departmentId: string
  placeId: string | null
  lines: readonly DraftLine[]
  start: number
  end: number
}

/** When everything in a booking takes place. */
export interface Timetable {
  slots: readonly TimedSlot[]
  end: number
  /** Departments that define no slot length. */
  unconfigured: readonly string[]
}

/**
 * Returns the slots of a booking one after another from its start, each as long as its services; a slot with a
 * manual time starts then. `slotMinutesOf` returns how long a service of a department takes; undefined if the
 * department does not say. Cancelled services take no time.
 */
export function timetableOf(
  { start, lines, slots }: Pick<BookingDraft, 'start' | 'lines' | 'slots'>,
  slotMinutesOf: (departmentId: string) => number | undefined,
  takesTime: (line: DraftLine) => boolean = () => true,
): Timetable {
  const timed: TimedSlot[] = []
  const unconfigured = new Set<string>()
  let next = start
  for (const [key, own] of Map.groupBy(lines, slotKey)) {
    const [first] = own
    if (!first) continue
    const slotMinutes = slotMinutesOf(first.departmentId)
    if (slotMinutes === undefined || slotMinutes <= 0) unconfigured.add(first.departmentId)
    const draftSlot = slots[key]
    const from = draftSlot?.start ?? next
    const end = endOfSlot(from, own.filter(takesTime).length, slotMinutes ?? 0)
    const { departmentId, placeId } = first
    timed.push({ key, draftSlot, departmentId, placeId, lines: own, start: from, end })
    next = Math.max(next, end)
  }
  return {
    slots: timed,
    end: Math.max(start, ...timed.map(({ end }) => end)),
    unconfigured: [...unconfigured],
  }
}
