import { isPartlyPaid, isUnpaid, type PaymentStatus } from '#domain/status/payment-status.ts'

/** What decides the title of an invoice. */
export interface TitledInvoice {
  /** A referral scheme applies: the hospital or doctor owes part of it. */
  hasScheme: boolean
  status: PaymentStatus
}

/** The kinds of invoice that its title distinguishes. */
export type InvoiceKind = 'plain' | 'partial' | 'credit'

/**
 * The kind of an invoice: `credit` when a referral scheme applies and nothing was paid, `partial` when part of it was
 * (docs/money.md).
 */
export function invoiceKind({ hasScheme, status }: TitledInvoice): InvoiceKind {
  if (isPartlyPaid(status)) return 'partial'
  return hasScheme && isUnpaid(status) ? 'credit' : 'plain'
}
