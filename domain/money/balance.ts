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
  /** For a receipt: a hospital or doctor paid it in a settlement of scheme invoices. */
  isSettlement?: boolean
}

/** What a visit owes and what was paid, in whole minor units. */
export interface Bill {
  net: number
  received: number
  refunded: number
  /** received - refunded. */
  paid: number
  /** The part of received that the hospital or doctor paid in settlements. */
  settled: number
  /** paid - settled: what the patient paid. */
  patientPaid: number
  /** net - received + refunded; below zero if the patient is owed money. */
  balance: number
  /** The patient's part of the net under a referral scheme; the hospital or doctor owes the rest. */
  patientNet: number
  /** What the desk may still receive: the patient's own part, and never more than the balance. */
  receivable: number
  /** What a settlement may still receive: the part of the hospital or doctor, and never more than the balance. */
  settleable: number
  /** The amounts open on each side; the two sides are never offset against each other. */
  open: OpenMoney
  status: PaymentStatus
}

/**
 * The open amounts of a visit, in whole minor units and never below zero:
 * patientOwes + schemeOwes - toRefund - toReturn = net - received + refunded.
 */
export interface OpenMoney {
  /** What the patient still owes of the patient's part. */
  patientOwes: number
  /** What the hospital or doctor of the scheme still owes of the rest. */
  schemeOwes: number
  /** What the patient paid beyond the patient's part. */
  toRefund: number
  /** What the hospital or doctor paid beyond the rest; it is returned by cancelling a settlement's receipt. */
  toReturn: number
}

/**
 * The bill of a visit (docs/money.md): balance = net - received + refunded over receipts Received and refunds
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
  const settled = sum(receipts.filter(({ isSettlement }) => isSettlement === true))
  const refunded = sum(refunds)
  const paid = received - refunded
  const owed = { net, paid, settled, share }
  return {
    net,
    received,
    refunded,
    paid,
    settled,
    patientPaid: paid - settled,
    balance: net - paid,
    patientNet: patientNetOf(net, share),
    receivable: receivableOf(owed),
    settleable: settleableOf(owed),
    open: openMoneyOf(owed),
    status: paymentStatusOf(net, paid),
  }
}

/** The patient's own part of the net, rounded half up; `share` is its percent. */
const patientNetOf = (net: number, share: number) => Math.round((net * Math.round(share * 100)) / 10_000)

/** What decides how much each side still owes, in whole minor units. */
export interface Owed {
  net: number
  /** Received less refunded, including settlements. */
  paid: number
  /** The part of it that the hospital or doctor paid; 0 if absent. */
  settled?: number | undefined
  /** Percent of the net that the patient owes; 100 if absent. */
  share?: number | undefined
}

/** What the desk may still receive for a visit: the patient's part less what the patient paid, at most the balance. */
export const receivableOf = ({ net, paid, settled = 0, share = 100 }: Owed): number =>
  Math.max(0, Math.min(patientNetOf(net, share) - (paid - settled), net - paid))

/** What a settlement may still receive for a visit: the rest of the net less what was settled, at most the balance. */
export const settleableOf = ({ net, paid, settled = 0, share = 100 }: Owed): number =>
  Math.max(0, Math.min(net - patientNetOf(net, share) - settled, net - paid))

/** The open amounts of a visit on the patient's side and on the side of its scheme. */
export function openMoneyOf({ net, paid, settled = 0, share = 100 }: Owed): OpenMoney {
  const patientNet = patientNetOf(net, share)
  const patientDue = patientNet - (paid - settled)
  const schemeDue = net - patientNet - settled
  return {
    patientOwes: Math.max(0, patientDue),
    schemeOwes: Math.max(0, schemeDue),
    toRefund: Math.max(0, 0 - patientDue),
    toReturn: Math.max(0, 0 - schemeDue),
  }
}

/** Paid once nothing is owed; a visit that costs nothing is Paid. */
export function paymentStatusOf(net: number, paid: number): PaymentStatus {
  if (paid >= net) return 'Paid'
  return paid > 0 ? 'Partial_Paid' : 'Pending'
}
