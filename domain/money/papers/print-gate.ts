import type { Permission } from '#domain/access/permissions.ts'
import { isPaid, type PaymentStatus } from '#domain/status/payment-status.ts'

/** What decides whether an invoice may be viewed and printed. */
export interface InvoiceGate {
  status: PaymentStatus
  /** A referral scheme applies. */
  hasScheme: boolean
  /** What the patient paid, and the patient's own part of the net: whole minor units. */
  paid: number
  patientNet: number
  permissions: readonly Permission[]
}

/**
 * View Invoice is available to people who may print pending invoices, once the visit is paid, and under a referral
 * scheme once the patient's share is paid (docs/people.md#permissions).
 */
export function canViewInvoice({ status, hasScheme, paid, patientNet, permissions }: InvoiceGate): boolean {
  if (permissions.includes('print_pending_invoice') || isPaid(status)) return true
  return hasScheme && paid >= patientNet
}
