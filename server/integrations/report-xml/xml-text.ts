import * as z from 'zod/mini'

/** Returns a schema for the text of an element of at most `max` characters, with an error message for the sender. */
export const xmlText = (max: number) =>
  z.string().check(z.maxLength(max, `must have at most ${max} characters`))

/** Returns whether anything is written in an element, at any depth. */
export const holdsWords = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : Object.values(value ?? {}).some(holdsWords)
