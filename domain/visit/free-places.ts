import { addDays, dayAt } from '../time/zones.ts'
import { type BranchHours, openSpan, type Span } from './open-hours.ts'
import { freeStarts } from './slots.ts'

/** Days to search for a free place. */
const DAYS = 7
/** Most places offered per machine or doctor. */
const PER_PLACE = 5

/** A machine or a clinic doctor with the contents of its calendar. */
export interface CalendarPlace {
  id: string
  name: string
  /** The grid of its department, in minutes. */
  slotMinutes: number
  taken: readonly Span[]
}

/** A slot that needs another place. */
export interface PlaceWish {
  /** The requested machine or doctor: its places come first. */
  placeId: string | null | undefined
  /** Milliseconds. */
  notBefore: number
  minutes: number
}

/** A free place; times in milliseconds. */
export interface OfferedSlot extends Span {
  place: CalendarPlace
}

/** When a branch is open on the days searched for a free place, starting at `from` (milliseconds). */
export function openDays(from: number, hours: BranchHours): Span[] {
  const first = dayAt(new Date(from), hours.time_zone)
  // Yesterday's hours may extend past midnight.
  return Array.from({ length: DAYS + 1 }, (_, day) => openSpan(addDays(first, day - 1), hours))
}

/** Free places while the branch is open: those of the requested one first, then by time. */
export function offerPlaces(
  places: readonly CalendarPlace[],
  { placeId, notBefore, minutes }: PlaceWish,
  open: readonly Span[],
): OfferedSlot[] {
  const length = minutes * 60_000
  const offered = places.flatMap((place) =>
    freeStarts({
      notBefore,
      minutes,
      slotMinutes: place.slotMinutes,
      open,
      taken: place.taken,
      limit: PER_PLACE,
    }).map((from) => ({ place, from, to: from + length })),
  )
  const isWished = ({ place }: OfferedSlot) => Number(place.id === placeId)
  return offered.toSorted((a, b) => isWished(b) - isWished(a) || a.from - b.from)
}
