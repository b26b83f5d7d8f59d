import type { VisitRow } from '#contract/calls/visit-records.ts'

/** What the invoice of a visit bears on this device until the server gives its number; nothing where it has one. */
export function provisionalInvoice(
  { invoice_no = '', invoice_provisional_no = '' }: VisitRow,
  printed = '',
): Partial<VisitRow> {
  const isNeeded = printed !== '' && invoice_no === '' && invoice_provisional_no === ''
  return isNeeded ? { invoice_provisional_no: printed } : {}
}
