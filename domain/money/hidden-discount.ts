import { hasMoreDecimals } from './check-payment.ts'
import { findMinor, fromMinor, toMinor } from './minor-units.ts'

/** A cash-paid visit with the special management discount typed for it. Amounts are as on the wire. */
export interface TypedDiscount {
  id: string
  /** Cash received less cash refunded: the most that the discount may be. */
  cash: number
  /** The recorded discount; 0 if there is none. */
  recorded: number
  /** As typed; blank means no discount. */
  typed: string
}

export type DiscountProblem = 'numeric' | 'decimals' | 'cash'

/** The first problem that blocks saving the records, and the visit that has it. */
export type FoundDiscountProblem =
  | { problem: DiscountProblem; id: string }
  | { problem: 'unchanged' | 'reason'; id?: undefined }

/** A discount to record, with the recorded one that it replaces. */
export interface ChangedDiscount {
  id: string
  amount: number
  seen: number
}

/** The typed discount in minor units of `decimals` decimals; undefined if the text is not an amount. */
export function discountMinor({ typed }: Pick<TypedDiscount, 'typed'>, decimals: number): number | undefined {
  return typed.trim() === '' ? 0 : findMinor(typed, decimals)
}

/**
 * What is wrong with one typed discount: it is not an amount, has more decimals than the client's money, or exceeds the
 * cash received. A discount left as recorded is never wrong.
 */
export function findDiscountProblem(row: TypedDiscount, decimals: number): DiscountProblem | undefined {
  const minor = discountMinor(row, decimals)
  if (minor === undefined || minor < 0) return 'numeric'
  if (hasMoreDecimals(row.typed, decimals)) return 'decimals'
  if (minor === toMinor(row.recorded, decimals)) return undefined
  return minor > toMinor(row.cash, decimals) ? 'cash' : undefined
}

/** The discounts that differ from the recorded ones, in the order of `rows`; invalid text is skipped. */
export function changedDiscounts(rows: readonly TypedDiscount[], decimals: number): ChangedDiscount[] {
  return rows.flatMap((row) => {
    const minor = discountMinor(row, decimals)
    if (minor === undefined || minor === toMinor(row.recorded, decimals)) return []
    return [{ id: row.id, amount: fromMinor(minor, decimals), seen: row.recorded }]
  })
}

/** Why the typed discounts cannot be saved, rows first and then the reason; undefined if they can. */
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

/** Cash and typed discounts of all rows in minor units; invalid text counts as no discount. */
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
