import { spreadTotal } from '../masters/package-total.ts'

/** Highest percentage, in hundredths. */
const ALL = 10_000

/**
 * Spreads a discount over lines in proportion to their charges, in whole minor units: the remainder goes to the first
 * line, and to the next if the first would fall below zero. A discount beyond the total charges is ignored.
 */
export function spreadDiscount(charges: readonly number[], discount: number): number[] {
  const whole = charges.reduce((sum, charge) => sum + charge, 0)
  const parts = spreadTotal(charges, Math.min(discount, whole))
  let over = 0
  const capped = parts.map((part, index) => {
    const fits = Math.min(part + over, charges[index] ?? 0)
    over += part - fits
    return fits
  })
  return capped
}

/** The discount for a percentage with at most two decimals of all charges, in minor units, rounded half up. */
export function discountOfPercent(charges: readonly number[], percent: number): number {
  const whole = charges.reduce((sum, charge) => sum + charge, 0)
  const hundredths = BigInt(Math.min(Math.max(Math.round(percent * 100), 0), ALL))
  return Number((BigInt(whole) * hundredths + BigInt(ALL / 2)) / BigInt(ALL))
}

/** The discount as a percentage of all charges, with two decimals; 0 if nothing is charged. */
export function percentOfDiscount(charges: readonly number[], discount: number): number {
  const whole = charges.reduce((sum, charge) => sum + charge, 0)
  return whole === 0 ? 0 : Math.round((discount * ALL) / whole) / 100
}
