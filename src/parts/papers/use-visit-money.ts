import type { ReceiptRow, RefundRow } from '#contract/calls/visit-records.ts'
import { visitCalls } from '#contract/calls/visits.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { billOfVisit } from './invoice-paper.ts'
import { useMoneyFormat } from './use-paper-context.ts'

export interface VisitMoney {
  receipts: readonly ReceiptRow[]
  refunds: readonly RefundRow[]
}

/**
 * Receipts and refunds of a visit from this device; for a visit older than its window, which has no copies here, from
 * the server. Undefined until they are known.
 */
export function useVisitMoney(visit: ShownPriced): VisitMoney | undefined {
  const { decimals } = useMoneyFormat()
  const receipts = useVisitParts('receipt', visit.id).rows
  const refunds = useVisitParts('refund', visit.id).rows
  const here = receipts && refunds && { receipts, refunds }
  const isWhole =
    here !== undefined &&
    (visit.isWaiting || billOfVisit({ visit, ...here }, decimals).paid === toMinor(visit.paid, decimals))
  const { answer, error } = useCall(visitCalls.detail, { id: visit.id }, here !== undefined && !isWhole)
  if (isWhole) return here
  if (answer) return { receipts: answer.result.receipts ?? [], refunds: answer.result.refunds ?? [] }
  return error ? here : undefined
}
