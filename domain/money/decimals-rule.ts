import { findMinor, fromMinor } from './minor-units.ts'

/**
 * Which rule about decimals an amount breaks, as the form says it behind the field's name; undefined where it has as many
 * as its money has, or fewer. An amount is refused and never rounded: what is kept is what was typed.
 */
export function brokenDecimals(amount: number, decimals: number): string | undefined {
  const minor = findMinor(amount, decimals)
  if (minor !== undefined && fromMinor(minor, decimals) === amount) return undefined
  if (decimals === 0) return 'takes no decimals'
  return decimals === 1 ? 'has at most 1 decimal' : `has at most ${decimals} decimals`
}
