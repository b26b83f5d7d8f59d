import type { Hl7Segment } from '@medplum/core'
import { unescapeHl7 } from './escape.ts'

/** A sender's value for deleting a field's content (HL7 2.5.1 section 2.5.3). */
export const TAKEN_AWAY = '""'

/** Returns the repetitions of a field, each with its raw components. */
export function repetitionsOf(segment: Hl7Segment | undefined, field: number): string[][] {
  const text = segment?.getField(field)?.toString() ?? ''
  return text === '' ? [] : text.split('~').map((one) => one.split('^'))
}

/**
 * Returns one component for display. Keeps unescaped ampersands, because they occur in texts more often than as
 * separators.
 */
export const readComponent = (components: readonly string[] | undefined, component: number): string =>
  unescapeHl7(components?.[component - 1] ?? '').trim()

/** Returns the first part of a component: the surname of a family name, the name of an authority. */
export const firstPart = (components: readonly string[] | undefined, component: number): string =>
  unescapeHl7((components?.[component - 1] ?? '').split('&')[0] ?? '').trim()

/** Returns a component of a field's first repetition; `""` stays as it is. */
export const valueOf = (segment: Hl7Segment | undefined, field: number, component = 1): string =>
  readComponent(repetitionsOf(segment, field)[0], component)

/** Does the same for fields that cannot be deleted: `""` becomes empty. */
export const plainOf = (segment: Hl7Segment | undefined, field: number, component = 1): string => {
  const value = valueOf(segment, field, component)
  return value === TAKEN_AWAY ? '' : value
}

/** Returns each repetition of a text field, one per line. */
export const linesOf = (segment: Hl7Segment | undefined, field: number, component = 1): string =>
  repetitionsOf(segment, field)
    .map((one) => readComponent(one, component))
    .filter(Boolean)
    .join('\n')

/** Returns the first value that is not empty. */
export const firstOf = (...values: readonly string[]): string => values.find((value) => value !== '') ?? ''
