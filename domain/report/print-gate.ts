import type { Permission } from '../access/permissions.ts'

/** What decides whether a study's results may be released. */
export interface PrintGate {
  /** The study's payment status; empty if nothing was billed. */
  paymentStatus: string
  /** The client releases results only when they are paid (docs/studies.md). */
  resultsWait: boolean
  permissions: readonly Permission[]
}

const UNPAID = ['Pending', 'Partial_Paid']

/** True while a report may be viewed but neither printed nor downloaded: its payment is pending. */
export function isPrintHeld({ paymentStatus, resultsWait, permissions }: PrintGate): boolean {
  if (!resultsWait || permissions.includes('print_pending_payment_report')) return false
  return UNPAID.includes(paymentStatus)
}
