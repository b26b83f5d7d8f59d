/**
 * Spreads a package's total over its services in proportion to their charges, in whole minor units; the remainder goes
 * to the first (docs/masters.md#lists). If no service costs anything yet, all count alike. The parts sum to `total`.
 * Throws RangeError if a number is not whole minor units of at least 0.
 */
export function spreadTotal(charges: readonly number[], total: number): number[] {
  if (![...charges, total].every((amount) => Number.isSafeInteger(amount) && amount >= 0))
    throw new RangeError('minor units are whole numbers from 0 up')
  const sum = charges.reduce((left, right) => left + right, 0)
  const weights = sum > 0 ? charges : charges.map(() => 1)
  const whole = BigInt(sum > 0 ? sum : charges.length)
  // Products of two amounts can exceed the exact range of numbers.
  const parts = weights.map((weight) => Number((BigInt(weight) * BigInt(total)) / whole))
  const rest = total - parts.reduce((left, right) => left + right, 0)
  return parts.map((part, index) => (index === 0 ? part + rest : part))
}

/** The total of a package: the sum of its services' charges, in minor units. */
export const packageTotal = (charges: readonly number[]): number =>
  charges.reduce((left, right) => left + right, 0)
