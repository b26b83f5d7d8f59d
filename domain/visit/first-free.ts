import { addDays, dayAt, startOfDay } from '../time/zones.ts'
import { type BranchHours, openSpan, type Span } from './open-hours.ts'
import { overlap } from './slots.ts'

const MINUTE_MS = 60_000

/** A machine or a clinic doctor with the times that are given away there. */
export interface FreePlace {
  id: string
  taken: readonly Span[]
}

/** A stay that asks for the first free place of its kind. */
export interface FirstFreeWish {
  key: string
  /** How long the stay is. */
  minutes: number
  /** Machines or doctors that it may go to, in the order in which they are preferred; none where its department has none. */
  places: readonly FreePlace[]
  /** The time that was set for it by hand (milliseconds): only its place is looked for. */
  start?: number | undefined
}

/** What the places of one patient's stays have to fit. */
export interface FirstFreeDay {
  /** No stay begins before (milliseconds). */
  notBefore: number
  /** When the branch is open, in order; times that end before `notBefore` do not count. */
  open: readonly Span[]
  /** When the patient is somewhere else already. */
  busy: readonly Span[]
}

/** Where and when a stay goes. */
export interface FirstFreePlace {
  key: string
  placeId: string | null
  /** Milliseconds, on a whole minute. */
  start: number
  /** The branch has no room for it while it is open. */
  isOutsideHours: boolean
}

/**
 * Puts each stay of one patient at the first machine of its kind that is free: whichever can begin earliest goes first,
 * and none of them overlap, as the patient is at one place at a time. A stay that finds no room in the open hours begins
 * at the first free minute outside them, as the patient is there. The answer has the order of the wishes.
 */
export function placeFirstFree(wishes: readonly FirstFreeWish[], day: FirstFreeDay): FirstFreePlace[] {
  const placed = new Map<string, FirstFreePlace>()
  const busy = [...day.busy]
  const take = (wish: FirstFreeWish, place: FirstFreePlace) => {
    placed.set(wish.key, place)
    busy.push(spanOf(place.start, wish))
  }
  // A time that was set by hand stands: the others go around it.
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
 * When a branch is open on the day of `at` (milliseconds) by its clocks. The day before may be open past midnight; a
 * branch that never closes is open on into the next day.
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

// What fits into the open hours goes before what does not.
const rank = ({ start, isOutsideHours }: FirstFreePlace) => start + (isOutsideHours ? 1e15 : 0)

const spanOf = (start: number, { minutes }: Pick<FirstFreeWish, 'minutes'>): Span => ({
  from: start,
  to: start + minutes * MINUTE_MS,
})

/** The first place that is free at a given time; the first one of all where none is. */
function placeAt(wish: FirstFreeWish, start: number): FirstFreePlace {
  const span = spanOf(start, wish)
  const free = wish.places.find(({ taken }) => !taken.some((one) => overlap(one, span)))
  return { key: wish.key, placeId: (free ?? wish.places[0])?.id ?? null, start, isOutsideHours: false }
}

function firstPlace(wish: FirstFreeWish, { notBefore, open, busy }: FirstFreeDay): FirstFreePlace {
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

/** The first whole minute of a span from which on `minutes` are free in it; Infinity where there is none. */
function firstGap(taken: readonly Span[], minutes: number, { from, to }: Span): number {
  let start = from
  for (const one of taken.toSorted((a, b) => a.from - b.from))
    if (overlap(one, spanOf(start, { minutes }))) start = Math.max(start, wholeMinute(one.to))
  return start + minutes * MINUTE_MS <= to ? start : Infinity
}
