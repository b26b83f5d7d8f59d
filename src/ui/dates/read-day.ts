import { type DayLimits, parseTypedDay } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import type { Reading } from './use-typed.ts'
import { DATES_WORDS as WORDS } from './words.ts'

/** Reads a typed day for a field; the reason is a sentence. */
export function readDay(text: string, today: DayText, limits: DayLimits): Reading {
  const found = parseTypedDay(text, today, limits)
  return 'problem' in found
    ? { problem: WORDS.dayProblem(found.problem) }
    : { value: found.day, isWhole: found.isWhole }
}
