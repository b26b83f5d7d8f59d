import { v7 as mintId } from 'uuid'
import { paymentCalls } from '#contract/calls/payments.ts'
import type { ReceiptRow, VisitRow } from '#contract/calls/visit-records.ts'
import type { QueueInput } from '#contract/registry.ts'
import { provisionalNo } from '#domain/money/provisional-no.ts'
import { wallClockAt } from '#domain/time/zones.ts'
import { ApiError, OfflineError } from '../api/errors.ts'
import { getDevice } from '../current-device.ts'
import { findZone } from '../directory/find-zone.ts'
import { doNow } from '../journal/do-now.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { findDeviceName } from './find-device-name.ts'
import { invoiceProvisionalNo } from './start-visit.ts'
import { findVisitParts } from './use-visit.ts'
import { commandsOf } from './waiting-commands.ts'

type Payment = QueueInput<'appt/createReceipts'>

/** One mode of a payment as it was taken; the amount is in the client's currency. */
export type PaidMode = Pick<
  Payment['receipts'][number],
  'mode' | 'amount' | 'pay_scheme_id' | 'ref_no' | 'remarks' | 'tendered'
>

/** The visit that a payment is for. */
export type PaidVisit = Pick<
  VisitRow,
  'id' | 'rev' | 'branch_id' | 'patient_id' | 'is_radiology' | 'invoice_no' | 'invoice_provisional_no'
>

/**
 * Records a payment in one or several modes as one act and returns its receipts. If the server answers, they have their
 * final numbers at once, and a refusal is thrown (ApiError). Otherwise the payment is stored on this device with
 * provisional numbers that name the device, and sent as soon as the server can be reached; throws StorageFullError.
 */
export async function recordPayment(visit: PaidVisit, modes: readonly PaidMode[]): Promise<ReceiptRow[]> {
  const { author } = getDevice()
  const payment = await paymentOf(visit, modes)
  // If the server does not have the visit yet, the payment must follow it.
  if (author.isOnline() && visit.rev > 0) {
    const receipts = await recordNow(payment)
    if (receipts) return receipts
  }
  return keepPayment(visit, payment)
}

async function paymentOf(visit: PaidVisit, modes: readonly PaidMode[]): Promise<Payment> {
  const at = new Date(getDevice().author.now())
  const numberOf = await provisionalNumbers(visit, at)
  return {
    appt_id: visit.id,
    taken_on: at.toISOString(),
    receipts: modes.map((mode, place) => ({ ...mode, id: mintId(), provisional_no: numberOf(place) })),
  }
}

/** Returns the provisional numbers of a payment taken on this device at `at`, by the position of the mode. */
export async function provisionalNumbers(
  { branch_id }: Pick<VisitRow, 'branch_id'>,
  at: Date,
): Promise<(place: number) => string> {
  const [deviceName, zone] = await Promise.all([findDeviceName(getDevice().databases), findZone(branch_id)])
  const clock = wallClockAt(at, zone)
  return (place) => provisionalNo(deviceName, clock, place)
}

/** Returns undefined if the request failed in transit; the caller then queues it. Ids make the retry idempotent. */
async function recordNow(payment: Payment): Promise<ReceiptRow[] | undefined> {
  // No paper shows a provisional number for a receipt that gets its final one at once.
  const receipts = payment.receipts.map((receipt) => ({ ...receipt, provisional_no: undefined }))
  try {
    const { result } = await doNow(paymentCalls.createReceipts, { ...payment, receipts }, LABEL)
    getDevice().refresh()
    return result.receipts
  } catch (error) {
    if (error instanceof OfflineError || (error instanceof ApiError && isPassing(error.status)))
      return undefined
    throw error
  }
}

const LABEL = 'Record payment'

const isPassing = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** Adds patient and branch if the visit may not reach the server: the payment is then recorded without a booking. */
export const withVisit = (
  { rev, patient_id, branch_id, is_radiology }: PaidVisit,
  payment: Payment,
): Payment => (rev > 0 ? payment : { ...payment, new_visit: { patient_id, branch_id, is_radiology } })

/** The first payment gives the invoice its number: until the server does, papers show one that names this device. */
async function withInvoice(
  { branch_id, invoice_no = '', invoice_provisional_no = '' }: PaidVisit,
  payment: Payment,
): Promise<Payment> {
  if (invoice_no !== '' || invoice_provisional_no !== '') return payment
  const printed = await invoiceProvisionalNo(branch_id, new Date(getDevice().author.now()))
  return { ...payment, invoice_provisional_no: printed }
}

/** A payment follows the booking but never waits for a refused one; the patient must be on the server. */
async function forerunners({ id, rev, patient_id }: PaidVisit) {
  if (rev > 0) return {}
  const [depends, after] = await Promise.all([commandsOf('patient', patient_id), commandsOf('visit', id)])
  return { depends, after }
}

async function keepPayment(visit: PaidVisit, payment: Payment): Promise<ReceiptRow[]> {
  // Whatever the connection: the user is told that the payment is stored, and continues.
  await enqueue('appt/createReceipts', withVisit(visit, await withInvoice(visit, payment)), {
    label: LABEL,
    madeOffline: true,
    ...(await forerunners(visit)),
  })
  const shown = await findVisitParts(getDevice(), 'receipt', visit.id)
  return payment.receipts.flatMap(({ id }) => shown.find((one) => one.id === id) ?? [])
}
