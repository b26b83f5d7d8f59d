import {
  counts,
  type PaymentStatus,
  type ReceiptStatus,
  type RefundStatus,
} from '../status/payment-status.ts'

/** Money that went one way, in whole minor units. */
interface Moved<Status> {
  minor: number
  status: Status
}

/** What a visit owes and what was paid, in whole minor units. */
export interface Bill {
  net: number
  received: number
  refunded: number
  /** received - refunded. */
  paid: number
  /** net - received + refunded; below zero where the patient has money coming. */
  balance: number
  /** What the patient owes of the net with a referral scheme; the rest is owed by the hospital or doctor. */
  patientNet: number
  /** What the desk may still receive: the patient's own part. */
  receivable: number
  status: PaymentStatus
}

/**
 * The bill of a visit (DECISIONS "Money"): balance = net - received + refunded over receipts Received and refunds
 * Refunded. `share` is the percent that the patient owes, 100 without a scheme; its part is rounded half up.
 */
export function billOf(
  net: number,
  receipts: readonly Moved<ReceiptStatus>[],
  refunds: readonly Moved<RefundStatus>[],
  share = 100,
): Bill {
  const sum = (moved: readonly Moved<ReceiptStatus | RefundStatus>[]) =>
    moved.filter(({ status }) => counts(status)).reduce((total, { minor }) => total + minor, 0)
  const received = sum(receipts)
  const refunded = sum(refunds)
  const paid = received - refunded
  const patientNet = patientNetOf(net, share)
  const balance = net - paid
  return {
    net,
    received,
    refunded,
    paid,
    balance,
    patientNet,
    receivable: receivableOf(net, paid, share),
    status: paymentStatusOf(net, paid),
  }
}

/** The patient's own part of the net, rounded half up; `share` is its percent. */
const patientNetOf = (net: number, share: number) => Math.round((net * Math.round(share * 100)) / 10_000)

/** What the desk may still receive of a visit: the patient's own part less what was paid, in whole minor units. */
export const receivableOf = (net: number, paid: number, share = 100): number =>
  Math.max(0, patientNetOf(net, share) - paid)

/** Paid once nothing is owed; a visit that costs nothing is Paid. */
export function paymentStatusOf(net: number, paid: number): PaymentStatus {
  if (paid >= net) return 'Paid'
  return paid > 0 ? 'Partial_Paid' : 'Pending'
}
