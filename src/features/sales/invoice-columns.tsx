import type { InvoiceRow, SalesTotals } from '#contract/calls/sales-records.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { formatDate } from '#domain/time/formats.ts'
import { MoneyStatus, VisitLink } from '#src/parts/sales/cells.tsx'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { SALES_WORDS } from './words.ts'

const { columns: NAMES } = SALES_WORDS

/** Returns the columns of the invoices; `totals` are those of the whole list. */
export function invoiceColumns(
  money: (amount: number) => string,
  totals: SalesTotals | undefined,
): SalesColumn<InvoiceRow>[] {
  const hasHidden = totals !== undefined && totals.hidden_discount !== null
  const amount = (
    id: 'charges' | 'discount' | 'net_charges' | 'paid' | 'balance',
    header: string,
  ): SalesColumn<InvoiceRow> => ({
    id,
    header,
    isNumber: true,
    cell: (row) => money(row[id]),
    total: totals && money(totals[id]),
  })
  return [
    {
      id: 'visit',
      header: NAMES.visit,
      cell: (row) => <VisitLink visitId={row.id} visitNo={row.visit_no} />,
    },
    { id: 'invoice', header: NAMES.invoiceNo, cell: ({ invoice_no }) => invoice_no },
    {
      id: 'date',
      header: NAMES.date,
      cell: ({ start_dt, branch_id }) => formatDate(new Date(start_dt), branchZone(branch_id)),
    },
    {
      id: 'patient',
      header: NAMES.patient,
      isWords: true,
      cell: ({ pat_name, pat_id }) => `${pat_name} (${pat_id})`,
    },
    {
      id: 'services',
      header: NAMES.services,
      isWords: true,
      cell: ({ services }) => services.map(({ name }) => name).join(', '),
    },
    {
      id: 'referred',
      header: NAMES.referredBy,
      isWords: true,
      cell: ({ referred_by }) => referred_by.join(', '),
    },
    { id: 'scheme', header: NAMES.scheme, cell: ({ scheme }) => scheme },
    amount('charges', NAMES.charges),
    amount('discount', NAMES.discount),
    ...(hasHidden
      ? [
          {
            id: 'hidden',
            header: NAMES.hidden,
            isNumber: true,
            cell: (row: InvoiceRow) => money(row.hidden_discount ?? 0),
            total: money(totals.hidden_discount ?? 0),
          },
        ]
      : []),
    amount('net_charges', NAMES.netCharges),
    amount('paid', NAMES.paid),
    amount('balance', NAMES.balance),
    {
      id: 'status',
      header: NAMES.status,
      cell: ({ payment_status }) => <MoneyStatus look={PAYMENT_STATUS_TABLE[payment_status]} />,
    },
    { id: 'branch', header: NAMES.branch, cell: ({ branch }) => branch },
    { id: 'created_by', header: NAMES.createdBy, cell: ({ created_by_name }) => created_by_name },
  ]
}
