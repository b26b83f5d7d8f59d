import type { CollectionSummary } from '#contract/calls/sales-records.ts'
import type { TabFilter } from './sales-params.ts'
import { SALES_WORDS as WORDS } from './words.ts'

/** One figure of the summary, and the list that it is the sum of. */
export interface SummaryLine {
  id: keyof typeof WORDS.lines
  label: string
  amount: number
  /** The number of entries, if the figure counts them. */
  count?: number
  tab: 'invoices' | 'receipts'
  filter: TabFilter
}

/**
 * Returns the lines of the overall summary in order. Each has the tab and the filter of the list that it is
 * the sum of; `includeFuture` is the toggle above them.
 */
export function collectionLines(summary: CollectionSummary, includeFuture: boolean): SummaryLine[] {
  const { invoice } = summary
  const future = includeFuture ? 'Y' : 'N'
  const invoices = { includeFutureReceipt: future }
  const money = { kind: 'All', includeFutureReceipt: future }
  const hidden = invoice.hidden_discount
  const line = (
    id: SummaryLine['id'],
    amount: number,
    tab: SummaryLine['tab'],
    filter: TabFilter,
    count?: number,
  ): SummaryLine => ({
    id,
    label: WORDS.lines[id],
    amount,
    tab,
    filter,
    ...(count === undefined ? {} : { count }),
  })
  return [
    line('charges', invoice.charges, 'invoices', invoices),
    line('discount', invoice.discount, 'invoices', invoices),
    ...(hidden === null ? [] : [line('hidden', hidden, 'invoices', invoices)]),
    line('net', invoice.net_charges, 'invoices', invoices),
    line('received', invoice.paid, 'invoices', invoices),
    line('balance', invoice.balance, 'invoices', invoices),
    line('previous', summary.net_received_prev, 'receipts', { ...money, prev_pending_flag: 'OnlyPrevious' }),
    line('all', summary.net_received, 'receipts', money),
    line('future', summary.net_received_future, 'receipts', {
      kind: 'All',
      includeFutureReceipt: 'Y',
      visit_place: 'After',
    }),
    line('forCancelled', invoice.paid_for_cancelled, 'receipts', { ...money, for_cancelled: 'Y' }),
    line(
      'late',
      summary.arrived_after_close.amount,
      'receipts',
      { ...money, note: 'Arrived_After_Close' },
      summary.arrived_after_close.count,
    ),
    line(
      'cancelledSince',
      summary.cancelled_since.amount,
      'receipts',
      { ...money, note: 'Cancelled_Since' },
      summary.cancelled_since.count,
    ),
  ]
}
