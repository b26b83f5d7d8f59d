import { shortDeviceName } from './provisional-no.ts'

/** As much of a device's name as the shortest provisional number has room for, in characters. */
export const SHORTEST_DEVICE_NAME = 4

/**
 * The name itself, or with the next number behind it where another device would stand under the same letters on its
 * papers: two desks that give provisional numbers in the same second must not give the same one.
 */
export function distinctDeviceName(name: string, others: readonly string[]): string {
  const lettersOf = (one: string) => shortDeviceName(one, SHORTEST_DEVICE_NAME)
  const taken = new Set(others.map(lettersOf))
  let distinct = name
  for (let number = 2; taken.has(lettersOf(distinct)); number += 1) distinct = `${name} ${number}`
  return distinct
}
