import { addDays, dayAt, startOfDay } from '../time/zones.ts'
import { type BranchHours, openSpan, type Span } from './open-hours.ts'
import { overlap } from './slots.ts'

const MINUTE_MS = 60_000

/** A machine or a clinic doctor with its occupied times. */
export interface FreePlace {
  id: string
  taken: readonly Span[]
}

/** A slot that requests the first free place of its kind. */
export interface FirstFreeWish {
  key: string
  /** How long the slot is. */
  minutes: number
  /** Allowed machines or doctors, in order of preference; empty if its department has none. */
  places: readonly FreePlace[]
  /** The time that was set by hand (milliseconds): then only a place is chosen. */
  start?: number | undefined
}

/** The constraints for the places of one patient's slots. */
export interface FirstFreeDay {
  /** No slot begins before (milliseconds). */
  notBefore: number
  /** When the branch is open, in order; times that end before `notBefore` are ignored. */
  open: readonly Span[]
  /** When the patient is already somewhere else. */
  busy: readonly Span[]
}

/** The place and time assigned to a slot. */
export interface FirstFreeSlot {
  key: string
  placeId: string | null
  /** Milliseconds, on a whole minute. */
  start: number
  /** True if there is no room within the open hours. */
  isOutsideHours: boolean
}

/**
 * Puts each slot of one patient at the first free machine of its kind: the slot that can begin earliest goes first,
 * and none overlap, because the patient can only be at one place at a time. A slot that finds no room in the open hours
 * begins at the first free minute outside them, because the patient is there. Results are in the order of the wishes.
 */
export function placeFirstFree(wishes: readonly FirstFreeWish[], day: FirstFreeDay): FirstFreeSlot[] {
  const placed = new Map<string, FirstFreeSlot>()
  const busy = [...day.busy]
  const take = (wish: FirstFreeWish, place: FirstFreeSlot) => {
    placed.set(wish.key, place)
    busy.push(spanOf(place.start, wish))
  }
  // A time set by hand is fixed: the others are placed around it.
  for (const wish of wishes) if (wish.start !== undefined) take(wish, placeAt(wish, wish.start))
  const open = wishes.filter(({ start }) => start === undefined)
  while (open.length > 0) {
    const found = open.map((wish) => ({ wish, place: firstPlace(wish, { ...day, busy }) }))
    const [first] = found.toSorted((a, b) => rank(a.place) - rank(b.place))
    if (!first) break
    take(first.wish, first.place)
    open.splice(open.indexOf(first.wish), 1)
  }
  return wishes.flatMap(({ key }) => placed.get(key) ?? [])
}

/**
 * When a branch is open on the day of `at` (milliseconds) by its clocks. Yesterday's hours may extend past midnight; a
 * branch that never closes is also open into the next day.
 */
export function openToday(at: number, hours: BranchHours): Span[] {
  const today = dayAt(new Date(at), hours.time_zone)
  const tomorrow = startOfDay(addDays(today, 1), hours.time_zone).getTime()
  const spans: Span[] = []
  for (const day of [addDays(today, -1), today, addDays(today, 1)]) {
    const span = openSpan(day, hours)
    const last = spans.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else spans.push(span)
  }
  return spans.filter(({ from, to }) => to > at && from < tomorrow)
}

// Places within the open hours come first.
const rank = ({ start, isOutsideHours }: FirstFreeSlot) => start + (isOutsideHours ? 1e15 : 0)

const spanOf = (start: number, { minutes }: Pick<FirstFreeWish, 'minutes'>): Span => ({
  from: start,
  to: start + minutes * MINUTE_MS,
})

/** The first place that is free at a given time, or the very first place if none is. */
function placeAt(wish: FirstFreeWish, start: number): FirstFreeSlot {
  const span = spanOf(start, wish)
  const free = wish.places.find(({ taken }) => !taken.some((one) => overlap(one, span)))
  return { key: wish.key, placeId: (free ?? wish.places[0])?.id ?? null, start, isOutsideHours: false }
}

function firstPlace(wish: FirstFreeWish, { notBefore, open, busy }: FirstFreeDay): FirstFreeSlot {
  const earliest = wholeMinute(notBefore)
  const places: readonly { id: string | null; taken: readonly Span[] }[] =
    wish.places.length > 0 ? wish.places : [{ id: null, taken: [] }]
  const search = (within: Span) =>
    places
      .map(({ id, taken }) => ({ id, start: firstGap([...taken, ...busy], wish.minutes, within) }))
      .reduce((best, one) => (one.start < best.start ? one : best))
  for (const { from, to } of open) {
    const found = search({ from: wholeMinute(Math.max(from, earliest)), to })
    if (found.start !== Infinity)
      return { key: wish.key, placeId: found.id, start: found.start, isOutsideHours: false }
  }
  const found = search({ from: earliest, to: Infinity })
  return { key: wish.key, placeId: found.id, start: found.start, isOutsideHours: true }
}

const wholeMinute = (at: number) => Math.ceil(at / MINUTE_MS) * MINUTE_MS

/** The first whole minute in a span that starts `minutes` of free time; Infinity if there is none. */
function firstGap(taken: readonly Span[], minutes: number, { from, to }: Span): number {
  let start = from
  for (const one of taken.toSorted((a, b) => a.from - b.from))
    if (overlap(one, spanOf(start, { minutes }))) start = Math.max(start, wholeMinute(one.to))
  return start + minutes * MINUTE_MS <= to ? start : Infinity
}
