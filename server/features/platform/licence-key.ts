import { randomInt } from 'node:crypto'

/** Letters and digits that are not confused when a key is read out: no I, L, O, U, 0 or 1. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 5
const SIGNS_A_GROUP = 5

/** Returns a new licence key, such as 7KQ2M-...: 25 characters, some 122 bits, which cannot be guessed. */
export function newLicenceKey(): string {
  const group = () => Array.from({ length: SIGNS_A_GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Converts a typed or pasted key to its stored form. */
export function readLicenceKey(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return signs.match(new RegExp(`.{1,${SIGNS_A_GROUP}}`, 'g'))?.join('-') ?? ''
}
