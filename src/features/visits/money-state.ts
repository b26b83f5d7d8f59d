import type { MoneyState } from '#domain/status/money-state.ts'
import { visitMoneyState } from '#src/parts/payments/visit-money-state.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'

/**
 * Returns the money state of a listed visit: as paid by the end of the range, except for cancelled or
 * refundable amounts.
 */
export function stateOf(row: ListedVisit, decimals: number): MoneyState {
  const state = visitMoneyState(row, decimals) ?? row.payment_status
  return state === row.payment_status ? row.amounts.payment_status : state
}
