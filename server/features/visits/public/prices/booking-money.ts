import { Refusal } from '#contract/kernel/error-codes.ts'
import { findMinor, fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { discountOfPercent } from '#domain/visit/spread-discount.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

/** Charges and discount of a line as received, and its previous discount in minor units. */
export interface PricedLine {
  /** The path of the line in the input. */
  path: string
  charges: number
  discount: number
  discountBefore: number
}

/** Charges and discount of a line, in minor units. */
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
 * Returns the amounts of the lines in minor units. Throws a refusal that names the field if an amount has more
 * decimals than the client's currency, or if a discount exceeds the charges or the limit of the head. A permission is
 * needed for the Custom head and for more than the percent of a head; an existing discount may stay or be reduced.
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

/** Returns true if the caller may give a discount that no discount head allows. */
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

// Returns undefined for an amount with too many decimals: rounding would change what a person typed.
function readAmount(amount: number, decimals: number): number | undefined {
  const minor = findMinor(amount, decimals)
  return minor !== undefined && fromMinor(minor, decimals) === amount ? minor : undefined
}

/** Returns the totals of a visit in the form of its row. */
export function totalsOf(amounts: readonly LineAmounts[], decimals: number) {
  const charges = amounts.reduce((sum, line) => sum + line.charges, 0)
  const discount = amounts.reduce((sum, line) => sum + line.discount, 0)
  return {
    charges: fromMinor(charges, decimals),
    discount: fromMinor(discount, decimals),
    net_charges: fromMinor(charges - discount, decimals),
  }
}

/** Converts a stored amount to minor units. */
export const minorOf = (stored: string, decimals: number): number => toMinor(stored, decimals)
