import { Refusal } from '#contract/kernel/error-codes.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { belowList, findPriceProblem, isLowered, type RepricedLine } from '#domain/visit/below-list.ts'
import type { Context } from '#server/kernel/context.ts'
import { type LineAmounts, mayDiscountFreely, minorOf } from './booking-money.ts'
import { type Booking, type BookingPlan, isReferredAsBefore } from './booking-plan.ts'
import { type ListPriceOf, readPackagePrices } from './list-prices.ts'

/** The flag of a booking that was made offline below a list price by somebody without the right to it. */
const BELOW_LIST = 'price_below_list'

/** What a booking costs, and by which lists. */
interface Asked {
  plan: BookingPlan
  amounts: readonly LineAmounts[]
  priceOf: ListPriceOf
  headPercent: number | undefined
  decimals: number
}

/** A line that was sold below its list, as the audit keeps it; amounts in the client's currency. */
interface LoweredLine {
  id: string
  list: number
  charges: number
}

/** What is to be kept of a booking's prices. */
export interface JudgedPrices {
  lowered: LoweredLine[]
  /** Why a line is below its list, by line: empty for one at its list price, absent where what was said before stays. */
  reasons: ReadonlyMap<string, string>
}

/**
 * Refuses prices below the list without the right (`not_permitted`) or without a reason (`reason_needed`). What was agreed
 * without the network is taken, because the patient was told the price: it is flagged where the right was missing
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

/** The lines against their list prices: those that were booked, else the list's of now, and of a package its own. */
function pricedLines(
  { plan, amounts, priceOf, decimals }: Asked,
  packages: ReadonlyMap<string, number>,
): IdentifiedLine[] {
  const lines = plan.stays.flatMap((stay) => stay.lines.map((line) => ({ stay, line })))
  return lines.map(({ stay, line }, at) => {
    const { stored, service } = line
    const isKept = stored !== undefined && isReferredAsBefore(stay, stored)
    const list = isKept ? stored.list_charges : service && priceOf(service.id, stay)
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

/** Keeps in the audit trail what was sold below its list; why stands with the lines. */
export async function auditPrices(
  ctx: Context,
  visitId: string,
  lines: readonly LoweredLine[],
): Promise<void> {
  if (lines.length > 0) await ctx.audit('price_below_list', 'visit', visitId, { lines: [...lines] })
}
