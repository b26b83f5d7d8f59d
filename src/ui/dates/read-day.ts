import { plainDigits } from '#domain/time/plain-digits.ts'
import { type DayLimits, parseTypedDay } from '#domain/time/typed-day.ts'
import type { DayText } from '#domain/time/zones.ts'
import type { DayLanguage } from './day-language.ts'
import type { Reading } from './use-typed.ts'

/** Reads a typed day for a field; `problem` is a sentence. */
export function readDay(
  text: string,
  today: DayText,
  limits: DayLimits,
  { problem }: Pick<DayLanguage, 'problem'>,
): Reading {
  const found = parseTypedDay(plainDigits(text), today, limits)
  return 'problem' in found
    ? { problem: problem(found.problem) }
    : { value: found.day, isWhole: found.isWhole }
}
