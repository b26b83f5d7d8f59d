import type { Hl7Segment } from '@medplum/core'
import { unescapeHl7 } from './escape.ts'

/** What a sender writes where a value is to be taken away (HL7 2.5.1 section 2.5.3). */
export const TAKEN_AWAY = '""'

/** The repetitions of a field, each with its components as they are written. */
export function repetitionsOf(segment: Hl7Segment | undefined, field: number): string[][] {
  const text = segment?.getField(field)?.toString() ?? ''
  return text === '' ? [] : text.split('~').map((one) => one.split('^'))
}

/** One component as a person reads it. An ampersand that was not escaped stays: texts have it more often than parts. */
export const readComponent = (components: readonly string[] | undefined, component: number): string =>
  unescapeHl7(components?.[component - 1] ?? '').trim()

/** The first part of a component: the surname of a family name, the name of an authority. */
export const firstPart = (components: readonly string[] | undefined, component: number): string =>
  unescapeHl7((components?.[component - 1] ?? '').split('&')[0] ?? '').trim()

/** A component of a field's first repetition; `""` stays as it is. */
export const valueOf = (segment: Hl7Segment | undefined, field: number, component = 1): string =>
  readComponent(repetitionsOf(segment, field)[0], component)

/** The same where nothing is to be taken away: `""` is nothing. */
export const plainOf = (segment: Hl7Segment | undefined, field: number, component = 1): string => {
  const value = valueOf(segment, field, component)
  return value === TAKEN_AWAY ? '' : value
}

/** Each repetition of a text field, in a line of its own. */
export const linesOf = (segment: Hl7Segment | undefined, field: number, component = 1): string =>
  repetitionsOf(segment, field)
    .map((one) => readComponent(one, component))
    .filter(Boolean)
    .join('\n')

/** The first of these that says something. */
export const firstOf = (...values: readonly string[]): string => values.find((value) => value !== '') ?? ''
