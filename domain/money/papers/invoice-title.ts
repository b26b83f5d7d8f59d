import { isPartlyPaid, isUnpaid, type PaymentStatus } from '#domain/status/payment-status.ts'

/** What decides the title of an invoice. */
export interface TitledInvoice {
  /** A referral scheme applies: the hospital or doctor owes part of it. */
  hasScheme: boolean
  status: PaymentStatus
}

/**
 * The title of an invoice: prefixed CREDIT when a referral scheme applies and nothing was paid, PARTIAL PAID when part
 * of it was (docs/money.md).
 */
export function invoiceTitle({ hasScheme, status }: TitledInvoice): string {
  if (isPartlyPaid(status)) return 'PARTIAL PAID INVOICE'
  return hasScheme && isUnpaid(status) ? 'CREDIT INVOICE' : 'INVOICE'
}
