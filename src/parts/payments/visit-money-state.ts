import { findPriced } from '#contract/calls/priced-visit.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import { visitOpenMoney } from '#domain/money/visit-money.ts'
import { type MoneyState, moneyStateOf } from '#domain/status/money-state.ts'
import { isLeftOut } from '#domain/visit/visit-filter.ts'

/**
 * Returns the payment state of a visit; undefined for a cancelled one whose amounts this reader may not see.
 * A visit whose services are all cancelled counts as cancelled.
 */
export function visitMoneyState(visit: VisitRow, decimals: number): MoneyState | undefined {
  const { services, status, payment_status: payment, refunded = 0 } = visit
  const isCancelled = isLeftOut({ status, services, charges: visit.charges ?? 0 })
  const priced = findPriced(visit)
  if (!priced) return isCancelled ? undefined : payment
  return moneyStateOf({
    isCancelled,
    payment,
    open: visitOpenMoney(priced, decimals),
    refunded: toMinor(refunded, decimals),
  })
}
