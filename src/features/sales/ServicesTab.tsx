import { salesCalls } from '#contract/calls/sales.ts'
import type { ServiceRow } from '#contract/calls/sales-records.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { formatDate } from '#domain/time/formats.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { MoneyStatus, useMoney, VisitLink } from '#src/parts/sales/cells.tsx'
import { readPages } from '#src/parts/sales/read-pages.ts'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { useServiceFields } from './filter-fields-of-tab.ts'
import { ListTab } from './ListTab.tsx'
import { amountsOnly, SALES_TOTAL_NAMES, serviceShape, totalsCsv } from './sales-csv.ts'
import { inputOf, salesInput } from './sales-params.ts'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS
const rowId = ({ id }: ServiceRow) => id

/** Services of the invoices, each with its part of what was paid. */
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
      shape: (rows: readonly ServiceRow[]) => serviceShape(rows, modes, LOCAL_ZONE),
    }
  }
  const amount = (
    id: 'charges' | 'discount' | 'net_charges' | 'paid' | 'balance',
    header: string,
  ): SalesColumn<ServiceRow> => ({
    id,
    header,
    isNumber: true,
    cell: (row) => money(row[id]),
    total: totals && money(totals[id]),
  })
  const columns: SalesColumn<ServiceRow>[] = [
    {
      id: 'visit',
      header: NAMES.visit,
      cell: (row) => <VisitLink visitId={row.appt_id} visitNo={row.visit_no} />,
    },
    { id: 'date', header: NAMES.date, cell: ({ start_dt }) => formatDate(new Date(start_dt), LOCAL_ZONE) },
    {
      id: 'patient',
      header: NAMES.patient,
      isWords: true,
      cell: ({ pat_name, pat_id }) => `${pat_name} (${pat_id})`,
    },
    { id: 'service', header: NAMES.service, isWords: true, cell: ({ service_name }) => service_name },
    { id: 'package', header: NAMES.package, cell: (row) => row.package },
    { id: 'department', header: NAMES.department, cell: ({ department }) => department },
    { id: 'radiologist', header: NAMES.radiologist, cell: ({ radiologist }) => radiologist },
    {
      id: 'referred',
      header: NAMES.referredBy,
      isWords: true,
      cell: ({ referred_by_dr, referred_by_hospital, other_ref_drs }) =>
        [referred_by_dr, referred_by_hospital, ...other_ref_drs].filter(Boolean).join(', '),
    },
    amount('charges', NAMES.charges),
    amount('discount', NAMES.discount),
    amount('net_charges', NAMES.netCharges),
    amount('paid', NAMES.paid),
    amount('balance', NAMES.balance),
    {
      id: 'status',
      header: NAMES.status,
      cell: ({ payment_status }) => <MoneyStatus look={PAYMENT_STATUS_TABLE[payment_status]} />,
    },
    { id: 'scheme', header: NAMES.scheme, cell: ({ scheme }) => scheme },
    { id: 'branch', header: NAMES.branch, cell: ({ branch }) => branch },
  ]
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
