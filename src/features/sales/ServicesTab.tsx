import { salesCalls } from '#contract/calls/sales.ts'
import type { ServiceRow } from '#contract/calls/sales-records.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { useMoney } from '#src/parts/sales/cells.tsx'
import { readPages } from '#src/parts/sales/read-pages.ts'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useServiceFields } from './filter-fields-of-tab.ts'
import { ListTab } from './ListTab.tsx'
import { amountsOnly, SALES_TOTAL_NAMES, serviceShape, totalsCsv } from './sales-csv.ts'
import { inputOf, salesInput } from './sales-params.ts'
import { serviceColumns } from './service-columns.tsx'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

const rowId = ({ id }: ServiceRow) => id

/** Services of the invoices, each with its share of the paid amount. */
export function ServicesTab(props: SalesTabProps) {
  const { place, isOnline, round } = props
  const { services, allServices } = salesCalls
  const filter = salesInput(place)
  const input = inputOf(services, { ...filter, p: place.page, ps: place.pageSize })
  const { answer, isStale, error, refresh } = useSalesCall(services, input, isOnline, round)
  const fields = useServiceFields(isOnline, new Set(Object.keys(place.filter)))
  const money = useMoney()
  const totals = answer?.result.totals
  const fileOf = (more: object) => () => {
    let modes: readonly string[] = []
    return {
      idOf: rowId,
      pages: (signal: AbortSignal) =>
        readPages(async (p, ps) => {
          const asked = inputOf(allServices, { ...filter, ...more, p, ps, forCsv: 'T' })
          const page = await callApi(allServices, asked, { signal })
          modes = page.payment_modes_used
          return page.result
        }),
      shape: (rows: readonly ServiceRow[]) => serviceShape(rows, modes, branchZone()),
    }
  }
  const columns = serviceColumns(money, totals)
  const reason = isOnline ? undefined : WORDS.offline
  return (
    <ListTab
      {...props}
      label={WORDS.tabs.services}
      fields={fields}
      columns={columns}
      rowId={rowId}
      list={answer}
      isStale={isStale}
      error={error}
      onRetry={refresh}
      empty={WORDS.empty}
      files={
        <>
          <CsvButton fileName="sales-services.csv" table={fileOf({})} reason={reason} />
          <CsvButton
            label={WORDS.csvCombined}
            fileName="sales-services.csv"
            table={fileOf({ combine_lab: 'Y' })}
            reason={reason}
          />
          {totals && (
            <CsvButton
              label={WORDS.csvTotals}
              fileName="sales-services-totals.csv"
              table={() => totalsCsv(amountsOnly(totals), SALES_TOTAL_NAMES)}
            />
          )}
        </>
      }
    />
  )
}
