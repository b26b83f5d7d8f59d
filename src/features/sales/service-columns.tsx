import type { SalesTotals, ServiceRow } from '#contract/calls/sales-records.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { formatDate } from '#domain/time/formats.ts'
import { MoneyStatus, VisitLink } from '#src/parts/sales/cells.tsx'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { SALES_WORDS } from './words.ts'

const { columns: NAMES } = SALES_WORDS

/** Returns the columns of the services; `totals` are those of the whole list. */
export function serviceColumns(
  money: (amount: number) => string,
  totals: SalesTotals | undefined,
): SalesColumn<ServiceRow>[] {
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
  return [
    {
      id: 'visit',
      header: NAMES.visit,
      cell: (row) => <VisitLink visitId={row.appt_id} visitNo={row.visit_no} />,
    },
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
}
