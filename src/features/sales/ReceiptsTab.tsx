import { Badge, Group, Text } from '@mantine/core'
import { salesCalls } from '#contract/calls/sales.ts'
import type { ReceiptMovement } from '#contract/calls/sales-records.ts'
import { formatDate, formatDay } from '#domain/time/formats.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { useMoney, VisitLink } from '#src/parts/sales/cells.tsx'
import { readPages } from '#src/parts/sales/read-pages.ts'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { useReceiptFields } from './filter-fields-of-tab.ts'
import { ListTab } from './ListTab.tsx'
import { modeLabel } from './mode-label.ts'
import { amountsOnly, RECEIPT_TOTAL_NAMES, receiptShape, totalsCsv } from './sales-csv.ts'
import { inputOf, salesInput } from './sales-params.ts'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS
// A receipt that was cancelled on a day of the range stands there twice: taken and taken back.
const rowId = ({ id, side }: ReceiptMovement) => `${id} ${side}`

/** Receipts and refunds of the days: each counts on its day, and against it on the day of its cancellation. */
export function ReceiptsTab(props: SalesTabProps) {
  const { place, isOnline, round } = props
  const { receipts, allReceipts } = salesCalls
  const filter = salesInput(place)
  const input = inputOf(receipts, { ...filter, p: place.page, ps: place.pageSize })
  const { answer, isStale, error, refresh } = useSalesCall(receipts, input, isOnline, round)
  const fields = useReceiptFields(isOnline, new Set(Object.keys(place.filter)))
  const money = useMoney()
  const totals = answer?.result.totals
  const file = () => ({
    idOf: rowId,
    pages: (signal: AbortSignal) =>
      readPages(async (p, ps) => {
        const asked = inputOf(allReceipts, { ...filter, p, ps, forCsv: 'T' })
        return (await callApi(allReceipts, asked, { signal })).result
      }),
    shape: (rows: readonly ReceiptMovement[]) => receiptShape(rows, LOCAL_ZONE),
  })
  const hasHidden = totals !== undefined && totals.hidden_discount !== null
  const columns: SalesColumn<ReceiptMovement>[] = [
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
      cell: ({ visit_date }) => formatDate(new Date(visit_date), LOCAL_ZONE),
    },
    { id: 'received_by', header: NAMES.receivedBy, cell: ({ received_by }) => received_by },
    { id: 'mode', header: NAMES.mode, cell: ({ mode }) => modeLabel(mode) },
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
      // A refund takes from the net, so it stands below zero beside the receipts.
      cell: ({ amount, kind }) => money(kind === 'Refund' ? 0 - amount : amount),
      total: totals && money(totals.net),
    },
    { id: 'branch', header: NAMES.branch, cell: ({ branch }) => branch },
  ]
  return (
    <ListTab
      {...props}
      label={WORDS.tabs.receipts}
      fields={fields}
      columns={columns}
      rowId={rowId}
      list={answer}
      isStale={isStale}
      error={error}
      onRetry={refresh}
      empty={WORDS.emptyReceipts}
      files={
        <>
          <CsvButton fileName="receipts.csv" table={file} reason={isOnline ? undefined : WORDS.offline} />
          {totals && (
            <CsvButton
              label={WORDS.csvTotals}
              fileName="receipts-totals.csv"
              table={() => totalsCsv(amountsOnly(totals), RECEIPT_TOTAL_NAMES)}
            />
          )}
        </>
      }
    />
  )
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
