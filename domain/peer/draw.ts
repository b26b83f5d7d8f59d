import { addDays, type DayText, daysBetween } from '../time/zones.ts'

/** The share of signed studies that is drawn, in percent (docs/peer-learning.md). */
export const PEER_SHARE_MIN = 0.5
export const PEER_SHARE_MAX = 20

/** A server that was down draws this many days that it missed at most. */
export const PEER_DAYS_BACK = 7

const FRACTION_DIGITS = 12
const FRACTION_BASE = 16 ** FRACTION_DIGITS

/** True where the study is drawn: its keyed digest (hex) falls into the share. The same digest is always judged the same way. */
export function isDrawn(digest: string, sharePercent: number): boolean {
  return Number.parseInt(digest.slice(0, FRACTION_DIGITS), 16) < (sharePercent / 100) * FRACTION_BASE
}

export interface DrawnSoFar {
  /** The last day that was drawn; undefined where none was. */
  lastDrawn: DayText | undefined
  /** The day that peer learning was switched on; undefined where it was not kept. Days before it are never drawn. */
  switchedOn: DayText | undefined
}

/** The days of a branch that are over and not drawn yet, the earliest first. */
export function daysToDraw(today: DayText, { lastDrawn, switchedOn }: DrawnSoFar): DayText[] {
  const yesterday = addDays(today, -1)
  const missed =
    lastDrawn === undefined ? 1 : Math.min(Math.max(daysBetween(lastDrawn, yesterday), 0), PEER_DAYS_BACK)
  const days = Array.from({ length: missed }, (_, i) => addDays(yesterday, i + 1 - missed))
  return days.filter((day) => switchedOn === undefined || day >= switchedOn)
}
