import type { SessionFields } from '#domain/access/session.ts'
import { findPriceProblem, isLowered, type RepricedLine } from '#domain/visit/below-list.ts'
import { mayDiscountFreely } from './use-discount-heads.ts'

/** What the prices of a booking require: nothing, a reason, or a right that the person lacks. */
export type PriceDemand = 'none' | 'reason' | 'right'

/**
 * Returns whether lines are below their list prices, and whether the person may sell them at that price; the
 * server's rule.
 */
export function priceDemand(
  lines: readonly RepricedLine[],
  session: SessionFields | undefined,
  headPercent: number | undefined,
): PriceDemand {
  if (!lines.some(isLowered)) return 'none'
  const problem = findPriceProblem(lines, { isFree: mayDiscountFreely(session), headPercent, reason: '' })
  return problem ?? 'none'
}
