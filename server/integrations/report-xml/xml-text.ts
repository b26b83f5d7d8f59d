import * as z from 'zod/mini'

/** Text of an element, of at most `max` characters; a longer one is refused in words for its sender. */
export const xmlText = (max: number) =>
  z.string().check(z.maxLength(max, `must have at most ${max} characters`))

/** Returns whether anything is written in an element, at any depth. */
export const holdsWords = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : Object.values(value ?? {}).some(holdsWords)
