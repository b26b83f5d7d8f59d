import { salesCalls } from '#contract/calls/sales.ts'
import type { InvoiceRow } from '#contract/calls/sales-records.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { useMoney } from '#src/parts/sales/cells.tsx'
import { readPages } from '#src/parts/sales/read-pages.ts'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { Departments } from './Departments.tsx'
import { useInvoiceFields } from './filter-fields-of-tab.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { ListTab } from './ListTab.tsx'
import { amountsOnly, invoiceShape, SALES_TOTAL_NAMES, totalsCsv } from './sales-csv.ts'
import { inputOf, salesInput, salesLink } from './sales-params.ts'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

const rowId = ({ id }: InvoiceRow) => id

/** Invoices of the days with the sums of their departments. */
export function InvoicesTab(props: SalesTabProps) {
  const { place, isOnline, round } = props
  const { invoices, allInvoices, invoiceDepartments } = salesCalls
  const filter = salesInput(place)
  const list = useSalesCall(
    invoices,
    inputOf(invoices, { ...filter, p: place.page, ps: place.pageSize }),
    isOnline,
    round,
  )
  const departments = useSalesCall(invoiceDepartments, inputOf(invoiceDepartments, filter), isOnline, round)
  const fields = useInvoiceFields(isOnline)
  const money = useMoney()
  const totals = list.answer?.result.totals
  const file = () => {
    let modes: readonly string[] = []
    return {
      idOf: rowId,
      pages: (signal: AbortSignal) =>
        readPages(async (p, ps) => {
          const input = inputOf(allInvoices, { ...filter, p, ps, forCsv: 'T' })
          const answer = await callApi(allInvoices, input, { signal })
          modes = answer.payment_modes_used
          return answer.result
        }),
      shape: (rows: readonly InvoiceRow[]) => invoiceShape(rows, modes, branchZone()),
    }
  }
  const columns = invoiceColumns(money, totals)
  return (
    <ListTab
      {...props}
      label={WORDS.tabs.invoices}
      fields={fields}
      columns={columns}
      rowId={rowId}
      list={list.answer}
      isStale={list.isStale}
      error={list.error ?? departments.error}
      onRetry={() => {
        list.refresh()
        departments.refresh()
      }}
      empty={WORDS.empty}
      files={
        <>
          <CsvButton
            fileName="sales-invoices.csv"
            table={file}
            reason={isOnline ? undefined : WORDS.offline}
          />
          {totals && (
            <CsvButton
              label={WORDS.csvTotals}
              fileName="sales-invoices-totals.csv"
              table={() => totalsCsv(amountsOnly(totals), SALES_TOTAL_NAMES)}
            />
          )}
        </>
      }
    >
      {departments.answer && (
        <Departments
          summary={departments.answer.result}
          linkOf={(id) => salesLink(place, 'invoices', { ...place.filter, department_id: id ?? '0' })}
        />
      )}
    </ListTab>
  )
}
