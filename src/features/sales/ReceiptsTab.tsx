import { salesCalls } from '#contract/calls/sales.ts'
import type { ReceiptMovement } from '#contract/calls/sales-records.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { useMoney } from '#src/parts/sales/cells.tsx'
import { readPages } from '#src/parts/sales/read-pages.ts'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useReceiptFields } from './filter-fields-of-tab.ts'
import { ListTab } from './ListTab.tsx'
import { receiptColumns } from './receipt-columns.tsx'
import { amountsOnly, RECEIPT_TOTAL_NAMES, receiptShape, totalsCsv } from './sales-csv.ts'
import { inputOf, salesInput } from './sales-params.ts'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

// A receipt that was cancelled in the range is listed twice: once as received and once as cancelled.
const rowId = ({ id, side }: ReceiptMovement) => `${id} ${side}`

/** Receipts and refunds of the days: each counts on its own day, and is subtracted on the day of its cancellation. */
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
    shape: (rows: readonly ReceiptMovement[]) => receiptShape(rows, branchZone()),
  })
  const columns = receiptColumns(money, totals)
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
