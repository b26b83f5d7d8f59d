/** How far a visit is paid (docs/visits.md#visit-and-service-status). */
export const PAYMENT_STATUSES = ['Pending', 'Partial_Paid', 'Paid'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PAYMENT_STATUS_TABLE = {
  Pending: { label: 'Pending', colour: 'red' },
  Partial_Paid: { label: 'Partial Paid', colour: 'orange' },
  Paid: { label: 'Paid', colour: 'green' },
} as const satisfies Record<PaymentStatus, { label: string; colour: string }>

/** Nothing has been paid, part of it has, or all of it has. */
export const isUnpaid = (status: PaymentStatus): boolean => status === 'Pending'
export const isPartlyPaid = (status: PaymentStatus): boolean => status === 'Partial_Paid'
export const isPaid = (status: PaymentStatus): boolean => status === 'Paid'

export const RECEIPT_STATUSES = ['Received', 'Cancelled'] as const
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number]
export const REFUND_STATUSES = ['Refunded', 'Cancelled'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** The status of a cancelled receipt or refund. */
export const CANCELLED_MONEY = 'Cancelled' satisfies ReceiptStatus & RefundStatus
/** The status of a receipt before that. */
export const RECEIVED: ReceiptStatus = 'Received'

/** True for a receipt or refund that counts: a cancelled one never does. */
export const counts = (status: ReceiptStatus | RefundStatus): boolean => status !== 'Cancelled'
