import { shortDeviceName } from './provisional-no.ts'

/** How many characters of a device's name fit into the shortest provisional number. */
export const SHORTEST_DEVICE_NAME = 4

/**
 * The name itself, or with the next free number appended if another device's papers would show the same letters:
 * two desks that assign provisional numbers in the same second must not assign the same one.
 */
export function distinctDeviceName(name: string, others: readonly string[]): string {
  const lettersOf = (one: string) => shortDeviceName(one, SHORTEST_DEVICE_NAME)
  const taken = new Set(others.map(lettersOf))
  let distinct = name
  for (let number = 2; taken.has(lettersOf(distinct)); number += 1) distinct = `${name} ${number}`
  return distinct
}
