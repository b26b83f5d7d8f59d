import type { VisitRow } from '#contract/calls/visit-records.ts'

/** The visit's invoice number on this device until the server assigns one; no change if it has one. */
export function provisionalInvoice(
  { invoice_no = '', invoice_provisional_no = '' }: VisitRow,
  printed = '',
): Partial<VisitRow> {
  const isNeeded = printed !== '' && invoice_no === '' && invoice_provisional_no === ''
  return isNeeded ? { invoice_provisional_no: printed } : {}
}
