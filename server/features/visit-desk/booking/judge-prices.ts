import { Refusal } from '#contract/kernel/error-codes.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { belowList, findPriceProblem, isLowered, type RepricedLine } from '#domain/visit/below-list.ts'
import {
  type Booking,
  type BookingPlan,
  isReferredAsBefore,
} from '#server/features/visits/public/booking/booking-plan.ts'
import {
  type LineAmounts,
  mayDiscountFreely,
  minorOf,
} from '#server/features/visits/public/prices/booking-money.ts'
import type { Context } from '#server/kernel/context.ts'
import { type ListPriceOf, readPackagePrices } from './list-prices.ts'

/** Flags a booking that was made offline below the list price by a person without the right to it. */
const BELOW_LIST = 'price_below_list'

/** The prices of a booking and the price lists that apply. */
interface Asked {
  plan: BookingPlan
  amounts: readonly LineAmounts[]
  priceOf: ListPriceOf
  headPercent: number | undefined
  decimals: number
}

/** A line sold below its list price, as the audit trail keeps it; amounts in the client's currency. */
interface LoweredLine {
  id: string
  list: number
  charges: number
}

/** The price facts of a booking that are stored. */
export interface JudgedPrices {
  lowered: LoweredLine[]
  /**
   * The reasons for prices below the list, by line id. Empty for a line at its list price; absent if the previous
   * reason stays.
   */
  reasons: ReadonlyMap<string, string>
}

/**
 * Refuses prices below the list without the right (`not_permitted`) or without a reason (`reason_needed`). A price
 * agreed offline is accepted, because the patient was told it, and flagged if the right was missing
 * (docs/decisions/281).
 */
export async function judgePrices(ctx: Context, booking: Booking, asked: Asked): Promise<JudgedPrices> {
  const lines = pricedLines(asked, await readPackagePrices(ctx, booking.package_id))
  const reason = booking.change_reason?.trim() ?? ''
  const { headPercent, decimals } = asked
  const problem = findPriceProblem(lines, { isFree: mayDiscountFreely(ctx), headPercent, reason })
  if (problem !== undefined && !ctx.madeOffline) throw refusalOf(problem)
  if (problem === 'right') ctx.flag(BELOW_LIST)
  const lowered = lines.filter(isLowered)
  const atList = lines.filter((line) => belowList(line) === 0)
  return {
    lowered: lowered.map(({ id, list, charges }) => ({
      id,
      list: fromMinor(list ?? 0, decimals),
      charges: fromMinor(charges, decimals),
    })),
    reasons: new Map([
      ...atList.map(({ id }) => [id, ''] as const),
      ...lowered.map(({ id }) => [id, reason] as const),
    ]),
  }
}

function refusalOf(problem: 'right' | 'reason'): Refusal {
  if (problem === 'right')
    return new Refusal(
      'not_permitted',
      'A price below the list needs the right to custom discounts, or a discount head that allows it.',
    )
  return new Refusal('reason_needed', 'A price below the list needs a reason.', {
    fields: { change_reason: 'is required for a price below the list' },
  })
}

interface IdentifiedLine extends RepricedLine {
  id: string
}

/**
 * Returns the lines with their list prices: the one frozen at booking if the referrers are unchanged, otherwise the
 * current one; services of a package use the package's price.
 */
function pricedLines(
  { plan, amounts, priceOf, decimals }: Asked,
  packages: ReadonlyMap<string, number>,
): IdentifiedLine[] {
  const lines = plan.slots.flatMap((slot) => slot.lines.map((line) => ({ slot, line })))
  return lines.map(({ slot, line }, at) => {
    const { stored, service } = line
    const isKept = stored !== undefined && isReferredAsBefore(slot, stored)
    const list = isKept ? stored.list_charges : service && priceOf(service.id, slot)
    const price = list ?? packages.get(line.service_id)
    return {
      id: line.id,
      charges: amounts[at]?.charges ?? 0,
      discount: amounts[at]?.discount ?? 0,
      list: price === undefined ? null : toMinor(price, decimals),
      chargesBefore: stored && minorOf(stored.charges, decimals),
    }
  })
}

/** Records the lines sold below their list price in the audit trail; the lines themselves keep the reasons. */
export async function auditPrices(
  ctx: Context,
  visitId: string,
  lines: readonly LoweredLine[],
): Promise<void> {
  if (lines.length > 0) await ctx.audit('price_below_list', 'visit', visitId, { lines: [...lines] })
}
