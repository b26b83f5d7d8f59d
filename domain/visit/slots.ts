import type { Span } from './open-hours.ts'

const MINUTE_MS = 60_000

/** The constraints of a search for free places; times in milliseconds. */
export interface SlotSearch {
  /** No place begins before. */
  notBefore: number
  /** How long a place has to be. */
  minutes: number
  /** The grid of the department, from the opening on. */
  slotMinutes: number
  /** Open hours, one span a day, in order. */
  open: readonly Span[]
  /** Occupied times of the machine, in any order. */
  taken: readonly Span[]
  /** Most places to return. */
  limit: number
}

/** Starts (milliseconds) of free places at one machine, earliest first; a place ends before the branch closes. */
export function freeStarts({ notBefore, minutes, slotMinutes, open, taken, limit }: SlotSearch): number[] {
  const length = minutes * MINUTE_MS
  const starts: number[] = []
  for (const span of open) {
    let start = nextOnGrid(notBefore, span.from, slotMinutes)
    while (start + length <= span.to && starts.length < limit) {
      const inTheWay = taken.filter((other) => overlap(other, { from: start, to: start + length }))
      if (inTheWay.length === 0) {
        starts.push(start)
        start += slotMinutes * MINUTE_MS
      } else {
        start = nextOnGrid(Math.max(...inTheWay.map(({ to }) => to)), span.from, slotMinutes)
      }
    }
  }
  return starts
}

/** True if two spans share an instant; a span that ends when the other begins does not overlap it. */
export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** The first grid line at or after `at` (milliseconds); `origin` is the first line of the grid. */
export function nextOnGrid(at: number, origin: number, slotMinutes: number): number {
  const slot = slotMinutes * MINUTE_MS
  return at <= origin ? origin : origin + Math.ceil((at - origin) / slot) * slot
}

/** The grid line that a place in a calendar belongs to: the last one at or before `at` (milliseconds). */
export function snapToGrid(at: number, origin: number, slotMinutes: number): number {
  const slot = slotMinutes * MINUTE_MS
  return origin + Math.floor((at - origin) / slot) * slot
}
