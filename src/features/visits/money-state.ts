import type { MoneyState } from '#domain/status/money-state.ts'
import { visitMoneyState } from '#src/parts/payments/visit-money-state.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'

/** How the money of a listed visit stands: as paid by the end of the range, but for what is cancelled or to go back. */
export function stateOf(row: ListedVisit, decimals: number): MoneyState {
  const state = visitMoneyState(row, decimals) ?? row.payment_status
  return state === row.payment_status ? row.amounts.payment_status : state
}
