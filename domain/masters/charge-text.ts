import { findMinor, fromMinor } from '../money/minor-units.ts'

/** Text that an input of charges accepts while typing: digits and one dot (docs/masters.md#lists). */
export const isChargeText = (text: string): boolean => /^\d*\.?\d*$/.test(text)

/** Text that an input of whole charges or minutes accepts while typing. */
export const isDigits = (text: string): boolean => /^\d*$/.test(text)

/** Larger amounts do not fit into the database column. */
const LARGEST = 99_999_999_999

/** The amount, or the rule that its text breaks. */
export type ReadAmount = { amount: number; fault?: undefined } | { fault: string; amount?: undefined }

/** Reads a charge of at most `decimals` decimals; the fault follows the field's name in a sentence. */
export function readCharge(text: string, decimals: number): ReadAmount {
  const minor = isChargeText(text) ? findMinor(text, decimals) : undefined
  if (minor === undefined) return { fault: 'takes digits and a dot only' }
  if ((text.split('.')[1] ?? '').replace(/0+$/, '').length > decimals)
    return { fault: decimals === 0 ? 'takes no decimals' : `has at most ${decimals} decimals` }
  const amount = fromMinor(minor, decimals)
  return amount > LARGEST ? { fault: 'is too large' } : { amount }
}

/** Reads a percentage of at most two decimals. */
export function readPercent(text: string): ReadAmount {
  const read = readCharge(text, 2)
  return read.amount !== undefined && read.amount > 100 ? { fault: 'is 0 to 100' } : read
}

/** The entries of a map of charges that are not blank (docs/masters.md#lists), by id. */
export function filledCharges(
  typed: Readonly<Record<string, string | number | null | undefined>>,
): Record<string, number> {
  const filled = Object.entries(typed).filter(
    (entry): entry is [string, string | number] =>
      entry[1] !== null && entry[1] !== undefined && entry[1] !== '',
  )
  return Object.fromEntries(filled.map(([id, amount]) => [id, Number(amount)]))
}
