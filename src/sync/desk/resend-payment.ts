import { v7 as mintId } from 'uuid'
import type { ReceiptRow, VisitRow } from '#contract/calls/visit-records.ts'
import { successorReceipts } from '#domain/money/successor-receipts.ts'
import { getDevice } from '../current-device.ts'
import { type RefusedCommand, type Successor, sendInPlaceOf, typedIn } from '../outbox/refused-command.ts'
import { type PaidMode, provisionalNumbers } from './record-payment.ts'
import { findVisitParts } from './use-visit.ts'

/** A corrected payment: what became of it, and its receipts as this device shows them. */
export interface ResentPayment extends Successor {
  receipts: readonly ReceiptRow[]
}

/**
 * Sends a payment with corrected modes and amounts in the place of one that the server refused. The money was taken when
 * it was taken: its time and the numbers on its papers stay. As sendInPlaceOf.
 */
export async function resendPayment(
  visit: Pick<VisitRow, 'id' | 'branch_id'>,
  refused: RefusedCommand,
  modes: readonly PaidMode[],
): Promise<ResentPayment> {
  const payment = typedIn(refused, 'appt/createReceipts')
  const numberOf = await provisionalNumbers(visit, new Date(getDevice().desk.now()))
  const receipts = successorReceipts(payment.receipts, modes, (place) => ({
    id: mintId(),
    provisional_no: numberOf(place),
  }))
  const sent = await sendInPlaceOf(refused, 'appt/createReceipts', { ...payment, receipts })
  const shown = await findVisitParts(getDevice(), 'receipt', visit.id)
  return { ...sent, receipts: receipts.flatMap(({ id }) => shown.find((one) => one.id === id) ?? []) }
}
