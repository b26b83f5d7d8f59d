import { hasMoreDecimals } from './check-payment.ts'
import { findMinor, fromMinor, toMinor } from './minor-units.ts'

/** A cash-paid visit with the special management discount that is typed for it. Amounts are as on the wire. */
export interface TypedDiscount {
  id: string
  /** Cash received less cash refunded: the most that the discount may be. */
  cash: number
  /** The discount on record; 0 where there is none. */
  recorded: number
  /** As typed; blank means no discount. */
  typed: string
}

export type DiscountProblem = 'numeric' | 'decimals' | 'cash'

/** The first thing that stops the records from being saved, and the visit where it stands. */
export type FoundDiscountProblem =
  | { problem: DiscountProblem; id: string }
  | { problem: 'unchanged' | 'reason'; id?: undefined }

/** A discount to record, with the one on record that it replaces. */
export interface ChangedDiscount {
  id: string
  amount: number
  seen: number
}

/** The typed discount in minor units of `decimals` decimals; undefined where the text is no amount. */
export function discountMinor({ typed }: Pick<TypedDiscount, 'typed'>, decimals: number): number | undefined {
  return typed.trim() === '' ? 0 : findMinor(typed, decimals)
}

/**
 * What is wrong with one typed discount: no amount, more decimals than the client's money has, or more than the cash
 * received. A discount that is left as recorded is never wrong.
 */
export function findDiscountProblem(row: TypedDiscount, decimals: number): DiscountProblem | undefined {
  const minor = discountMinor(row, decimals)
  if (minor === undefined || minor < 0) return 'numeric'
  if (hasMoreDecimals(row.typed, decimals)) return 'decimals'
  if (minor === toMinor(row.recorded, decimals)) return undefined
  return minor > toMinor(row.cash, decimals) ? 'cash' : undefined
}

/** The discounts that differ from those on record, in the order of `rows`; what is no amount is left out. */
export function changedDiscounts(rows: readonly TypedDiscount[], decimals: number): ChangedDiscount[] {
  return rows.flatMap((row) => {
    const minor = discountMinor(row, decimals)
    if (minor === undefined || minor === toMinor(row.recorded, decimals)) return []
    return [{ id: row.id, amount: fromMinor(minor, decimals), seen: row.recorded }]
  })
}

/** Why the typed discounts cannot be saved, rows first and then the reason; undefined where they can. */
export function checkDiscounts(
  rows: readonly TypedDiscount[],
  reason: string,
  decimals: number,
): FoundDiscountProblem | undefined {
  for (const row of rows) {
    const problem = findDiscountProblem(row, decimals)
    if (problem) return { problem, id: row.id }
  }
  if (changedDiscounts(rows, decimals).length === 0) return { problem: 'unchanged' }
  return reason.trim() === '' ? { problem: 'reason' } : undefined
}

/** Cash and typed discounts of all rows in minor units; a text that is no amount counts as none. */
export function sumDiscounts(
  rows: readonly TypedDiscount[],
  decimals: number,
): { cash: number; discount: number } {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    cash: sum(rows.map(({ cash }) => toMinor(cash, decimals))),
    discount: sum(rows.map((row) => Math.max(0, discountMinor(row, decimals) ?? 0))),
  }
}
