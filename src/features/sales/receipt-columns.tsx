import { Badge, Group, Text } from '@mantine/core'
import type { ReceiptMovement, ReceiptTotals } from '#contract/calls/sales-records.ts'
import { formatDate, formatDay } from '#domain/time/formats.ts'
import { VisitLink } from '#src/parts/sales/cells.tsx'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { modeLabel } from './mode-label.ts'
import { SALES_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

/** Returns the columns of receipts and refunds; `totals` are those of the whole list. */
export function receiptColumns(
  money: (amount: number) => string,
  totals: ReceiptTotals | undefined,
): SalesColumn<ReceiptMovement>[] {
  const hasHidden = totals !== undefined && totals.hidden_discount !== null
  return [
    { id: 'no', header: NAMES.receiptNo, cell: (row) => <ReceiptNo row={row} /> },
    { id: 'day', header: NAMES.date, cell: ({ day }) => formatDay(day) },
    {
      id: 'patient',
      header: NAMES.patient,
      isWords: true,
      cell: ({ pat_name, pat_id }) => `${pat_name} (${pat_id})`,
    },
    {
      id: 'visit',
      header: NAMES.visit,
      cell: (row) => <VisitLink visitId={row.appt_id} visitNo={row.visit_no} />,
    },
    {
      id: 'visit_date',
      header: NAMES.visitDate,
      cell: ({ visit_date, branch_id }) => formatDate(new Date(visit_date), branchZone(branch_id)),
    },
    { id: 'received_by', header: NAMES.receivedBy, cell: ({ received_by }) => received_by },
    {
      id: 'mode',
      header: NAMES.mode,
      cell: ({ mode, payer }) =>
        payer === '' ? modeLabel(mode) : `${modeLabel(mode)} · ${WORDS.from(payer)}`,
    },
    ...(hasHidden
      ? [
          {
            id: 'hidden',
            header: NAMES.hidden,
            isNumber: true,
            cell: ({ hidden_discount }: ReceiptMovement) =>
              hidden_discount === null || hidden_discount === 0 ? '' : money(hidden_discount),
            total: money(totals.hidden_discount ?? 0),
          },
        ]
      : []),
    {
      id: 'amount',
      header: NAMES.amount,
      isNumber: true,
      // A refund reduces the net amount, so it is shown as negative among the receipts.
      cell: ({ amount, kind }) => money(kind === 'Refund' ? 0 - amount : amount),
      total: totals && money(totals.net),
    },
    { id: 'branch', header: NAMES.branch, cell: ({ branch }) => branch },
  ]
}

function ReceiptNo({ row: { receipt_no, side, belongs_day, kind } }: { row: ReceiptMovement }) {
  return (
    <Group gap={6} wrap="nowrap">
      <span>{receipt_no}</span>
      {kind === 'Refund' && (
        <Badge size="xs" variant="default">
          {WORDS.columns.refund}
        </Badge>
      )}
      {side === 'Cancelled' && (
        <Badge size="xs" color="gray" variant="light">
          {WORDS.cancelled}
        </Badge>
      )}
      {belongs_day !== null && (
        <Text span size="xs" c="dimmed">
          {WORDS.belongsTo(formatDay(belongs_day))}
        </Text>
      )}
    </Group>
  )
}
