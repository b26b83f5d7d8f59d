import { findMinor, fromMinor } from './minor-units.ts'

/**
 * Which rule about decimals an amount breaks, as the form shows it after the field's name; undefined if it has no more
 * decimals than its money. An amount is refused instead of rounded, so that the stored value is the typed one.
 */
export function brokenDecimals(amount: number, decimals: number): string | undefined {
  const minor = findMinor(amount, decimals)
  if (minor !== undefined && fromMinor(minor, decimals) === amount) return undefined
  if (decimals === 0) return 'takes no decimals'
  return decimals === 1 ? 'has at most 1 decimal' : `has at most ${decimals} decimals`
}
