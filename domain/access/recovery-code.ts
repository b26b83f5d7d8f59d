/** How many recovery codes a person gets at a time. */
export const RECOVERY_CODES = 10

// Without letters and digits that are taken for each other.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const SIGNS = 11

/**
 * The code of place 0 to 9 as it is printed, like `4KQ7-FM2X-W9TR`: its place, then eleven signs (53 bits). `random` returns a
 * whole number below its argument.
 */
export function recoveryCode(place: number, random: (below: number) => number): string {
  const signs = Array.from({ length: SIGNS }, () => ALPHABET[random(ALPHABET.length)])
  return (place + signs.join('')).replace(/(.{4})(?=.)/g, '$1-')
}

/** A recovery code as somebody typed it: its place, and the text that was hashed. Undefined for what is none. */
export function readRecoveryCode(typed: string): { place: number; code: string } | undefined {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!new RegExp(`^\\d[${ALPHABET}]{${SIGNS}}$`).test(signs)) return undefined
  return { place: Number(signs[0]), code: signs.replace(/(.{4})(?=.)/g, '$1-') }
}
