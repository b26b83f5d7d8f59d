import { ENTRIES_MAX, type ReconcileEntry } from '#contract/calls/reconcile.ts'
import type { InvoiceRow, ReceiptMovement } from '#contract/calls/sales-records.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import type { StoredClose } from './drawers.ts'

/** Returns a group of entries: counts and sums all of them, but lists only the first. */
export function groupOf<Kind extends string>(
  kind: Kind,
  entries: readonly ReconcileEntry[],
  decimals: number,
): { kind: Kind; count: number; amount: number; entries: ReconcileEntry[] } {
  const minor = entries.reduce((total, { amount }) => total + toMinor(amount, decimals), 0)
  return {
    kind,
    count: entries.length,
    amount: fromMinor(minor, decimals),
    entries: entries.slice(0, ENTRIES_MAX),
  }
}

/** Returns what a movement adds to the net of its day, in minor units. */
export const netOf = ({ kind, amount }: ReceiptMovement, decimals: number): number =>
  (kind === 'Receipt' ? 1 : -1) * toMinor(amount, decimals)

export const movementEntry = (row: ReceiptMovement, decimals: number): ReconcileEntry => ({
  id: row.id,
  kind: row.kind,
  side: row.side,
  visit_id: row.appt_id,
  visit_no: row.visit_no,
  pat_name: row.pat_name,
  no: row.receipt_no,
  mode: row.mode,
  person: row.received_by,
  at: row.created,
  belongs_day: row.belongs_day,
  remarks: row.remarks,
  amount: fromMinor(netOf(row, decimals), decimals),
})

export const invoiceEntry = (row: InvoiceRow, amount: number, remarks: string): ReconcileEntry => ({
  id: row.id,
  kind: 'Invoice',
  side: 'Taken',
  visit_id: row.id,
  visit_no: row.visit_no,
  pat_name: row.pat_name,
  no: '',
  mode: '',
  person: row.created_by_name,
  at: row.start_dt,
  belongs_day: null,
  remarks,
  amount,
})

/** Returns the entry of a close whose counted cash differs from the recorded cash, with its note. */
export const closeEntry = (close: StoredClose, decimals: number): ReconcileEntry => ({
  id: close.id,
  kind: 'Close',
  side: 'Taken',
  visit_id: null,
  visit_no: '',
  pat_name: '',
  no: '',
  mode: 'Cash',
  person: close.person,
  at: close.closed_on.toISOString(),
  belongs_day: null,
  remarks: close.note,
  amount: fromMinor(toMinor(close.counted_cash, decimals) - toMinor(close.recorded_cash, decimals), decimals),
})
