import { Refusal } from '#contract/kernel/error-codes.ts'
import { findMinor, fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { discountOfPercent } from '#domain/visit/spread-discount.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

/** A line's charges and discount as they came, and the discount that it had before in minor units. */
export interface PricedLine {
  /** Where the input names the line. */
  path: string
  charges: number
  discount: number
  discountBefore: number
}

/** What a line costs, in minor units. */
export interface LineAmounts {
  charges: number
  discount: number
}

export interface DiscountRule {
  decimals: number
  /** Percent of the discount head; undefined for the Custom head. */
  headPercent: number | undefined
}

/**
 * The amounts of the lines in minor units, or a refusal that names the field: more decimals than the client's money has,
 * a discount over the charges, or over what the head allows. The Custom head and more than a head's percent are by
 * permission; a discount that stands already may stay, or become less.
 */
export function checkAmounts(
  { caller }: Pick<Context, 'caller'>,
  lines: readonly PricedLine[],
  { decimals, headPercent }: DiscountRule,
): LineAmounts[] {
  const fields: Record<string, string> = {}
  const amounts = lines.map((line) => {
    const charges = readAmount(line.charges, decimals)
    const discount = readAmount(line.discount, decimals)
    const rule = decimals === 0 ? 'takes no decimals' : `has at most ${decimals} decimals`
    if (charges === undefined) fields[`${line.path}.charges`] = rule
    if (discount === undefined) fields[`${line.path}.discount`] = rule
    else if (charges !== undefined && discount > charges)
      fields[`${line.path}.discount`] = 'is not above the charges'
    return { charges: charges ?? 0, discount: discount ?? 0 }
  })
  if (Object.keys(fields).length > 0) throw invalid(fields)
  const isMore = lines.some((line, index) => (amounts[index]?.discount ?? 0) > line.discountBefore)
  if (isMore && !mayDiscountFreely({ caller })) demandWithinHead(amounts, headPercent)
  return amounts
}

/** True for who may take off what no discount head allows. */
export const mayDiscountFreely = ({ caller }: Pick<Context, 'caller'>): boolean =>
  caller.isClientAdmin || caller.permissions.has('custom_discount')

function demandWithinHead(amounts: readonly LineAmounts[], headPercent: number | undefined): void {
  const total = amounts.reduce((sum, { discount }) => sum + discount, 0)
  if (total === 0) return
  if (headPercent === undefined)
    throw new Refusal(
      'not_permitted',
      'A discount without a discount head needs the right to custom discounts.',
    )
  const most = discountOfPercent(
    amounts.map(({ charges }) => charges),
    headPercent,
  )
  if (total > most) throw invalid({ discount_head_id: `allows a discount of ${headPercent} % and no more` })
}

// Rounding would take away what a person typed: an amount that has more decimals is refused.
function readAmount(amount: number, decimals: number): number | undefined {
  const minor = findMinor(amount, decimals)
  return minor !== undefined && fromMinor(minor, decimals) === amount ? minor : undefined
}

/** Totals of a visit as its row keeps them. */
export function totalsOf(amounts: readonly LineAmounts[], decimals: number) {
  const charges = amounts.reduce((sum, line) => sum + line.charges, 0)
  const discount = amounts.reduce((sum, line) => sum + line.discount, 0)
  return {
    charges: fromMinor(charges, decimals),
    discount: fromMinor(discount, decimals),
    net_charges: fromMinor(charges - discount, decimals),
  }
}

/** A stored amount in minor units. */
export const minorOf = (stored: string, decimals: number): number => toMinor(stored, decimals)
