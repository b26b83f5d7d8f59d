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

/** The days of a branch that are over and not drawn yet, the earliest first. */
export function daysToDraw(today: DayText, lastDrawn: DayText | undefined): DayText[] {
  const yesterday = addDays(today, -1)
  if (lastDrawn === undefined) return [yesterday]
  const missed = Math.min(Math.max(daysBetween(lastDrawn, yesterday), 0), PEER_DAYS_BACK)
  return Array.from({ length: missed }, (_, i) => addDays(yesterday, i + 1 - missed))
}
