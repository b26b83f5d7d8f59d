/** How many recovery codes a person gets at a time. */
export const RECOVERY_CODES = 10

// Without letters and digits that are easily confused.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const SIGNS = 11

/**
 * The printed code at index 0 to 9, like `4KQ7-FM2X-W9TR`: its index, then eleven characters (53 bits). `random`
 * returns a whole number below its argument.
 */
export function recoveryCode(place: number, random: (below: number) => number): string {
  const signs = Array.from({ length: SIGNS }, () => ALPHABET[random(ALPHABET.length)])
  return (place + signs.join('')).replace(/(.{4})(?=.)/g, '$1-')
}

/** Parses a typed recovery code: its index, and the text that was hashed. Undefined if it is not a code. */
export function readRecoveryCode(typed: string): { place: number; code: string } | undefined {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!new RegExp(`^\\d[${ALPHABET}]{${SIGNS}}$`).test(signs)) return undefined
  return { place: Number(signs[0]), code: signs.replace(/(.{4})(?=.)/g, '$1-') }
}
