import { v7 as mintId } from 'uuid'
import type { ReceiptRow } from '#contract/calls/visit-records.ts'
import { successorReceipts } from '#domain/money/successor-receipts.ts'
import { getDevice } from '../current-device.ts'
import { SKEW_ID } from '../link/server-hello.ts'
import {
  type RefusedCommand,
  type Successor,
  sendInPlaceOf,
  typedIn,
} from '../outbox/refused/refused-command.ts'
import { type PaidMode, type PaidVisit, provisionalNumbers, withVisit } from './record-payment.ts'
import { findVisitParts } from './use-visit.ts'

/** A corrected payment: its outcome, and its receipts as this device shows them. */
export interface ResentPayment extends Successor {
  receipts: readonly ReceiptRow[]
}

/**
 * Sends a payment with corrected modes and amounts instead of one that the server refused. Its time and the numbers on
 * its papers stay, because the money was taken then. As sendInPlaceOf.
 */
export async function resendPayment(
  visit: PaidVisit,
  refused: RefusedCommand,
  modes: readonly PaidMode[],
): Promise<ResentPayment> {
  const payment = typedIn(refused, 'appt/createReceipts')
  const numberOf = await provisionalNumbers(visit, new Date(getDevice().author.now()))
  const receipts = successorReceipts(payment.receipts, modes, (place) => ({
    id: mintId(),
    provisional_no: numberOf(place),
  }))
  const taken_on = await onNewSkew(payment.taken_on, refused.skewMs)
  const { new_visit: _, ...rest } = { ...payment, appt_id: visit.id, receipts, ...(taken_on && { taken_on }) }
  const sent = await sendInPlaceOf(refused, 'appt/createReceipts', withVisit(visit, rest))
  const shown = await findVisitParts(getDevice(), 'receipt', visit.id)
  return { ...sent, receipts: receipts.flatMap(({ id }) => shown.find((one) => one.id === id) ?? []) }
}

/** Adjusts a device time so that the server gets the same moment, although the skew was measured again since. */
async function onNewSkew(given: string | undefined, before: number | undefined): Promise<string | undefined> {
  if (given === undefined || before === undefined) return given
  const { value: now = before } = (await getDevice().databases.work.meta.get(SKEW_ID)) ?? {}
  return new Date(Date.parse(given) + before - now).toISOString()
}
