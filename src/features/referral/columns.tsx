import { Badge, Checkbox, Group, Text } from '@mantine/core'
import type { CommissionRow, CommissionTotals } from '#contract/calls/referral-commissions.ts'
import { isCommissionPending } from '#domain/status/commission-status.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { formatDate } from '#domain/time/formats.ts'
import { MoneyStatus, VisitLink } from '#src/parts/sales/cells.tsx'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { EditCommission } from './EditCommission.tsx'
import type { Selection } from './use-selection.ts'
import { REFERRAL_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

/** Returns the key of a row: its line and the owner of the commission. */
export const rowId = ({ id, ref_doctor_type }: CommissionRow) => `${id} ${ref_doctor_type}`

export interface ColumnsOf {
  money: (amount: number) => string
  /** Returns the time zone of a branch, in which the day of its visit is shown. */
  zoneOf: (branchId: string) => string
  totals: CommissionTotals | undefined
  selection: Selection
  /** False for hospitals, which have no accompanying hospital. */
  hasHospital: boolean
  isOnline: boolean
  onRow: (row: CommissionRow) => void
}

type Columns = SalesColumn<CommissionRow>[]

/** Returns the columns of the list: pending rows can be selected and edited. */
export function commissionColumns(of: ColumnsOf): Columns {
  return [selectColumn(of), ...servedColumns(of), ...billColumns(of), ...owedColumns(of)]
}

const selectColumn = ({ selection }: ColumnsOf): SalesColumn<CommissionRow> => ({
  id: 'select',
  header: '',
  cell: (row) =>
    isCommissionPending(row.commission_status) && (
      <Checkbox
        size="xs"
        aria-label={WORDS.select(`${row.referred_by}, ${row.visit_no}, ${row.service}`)}
        checked={selection.has(rowId(row))}
        onChange={() => selection.toggle(row)}
      />
    ),
})

/** Returns who referred whom for which service, when and where. */
function servedColumns({ zoneOf, hasHospital }: ColumnsOf): Columns {
  return [
    {
      id: 'referredBy',
      header: NAMES.referredBy,
      isWords: true,
      cell: ({ referred_by, ref_doctor_type }) => (
        <>
          {referred_by}
          <Text span size="xs" c="dimmed">
            {` ${ref_doctor_type}`}
          </Text>
        </>
      ),
    },
    ...(hasHospital
      ? [
          {
            id: 'hospital',
            header: NAMES.hospital,
            isWords: true,
            cell: (row: CommissionRow) => row.ref_hospital,
          },
        ]
      : []),
    {
      id: 'visit',
      header: NAMES.visit,
      cell: ({ appt_id, visit_no }) => <VisitLink visitId={appt_id} visitNo={visit_no} />,
    },
    { id: 'branch', header: NAMES.branch, cell: ({ branch }) => branch },
    {
      id: 'date',
      header: NAMES.date,
      cell: ({ start_dt, branch_id }) => formatDate(new Date(start_dt), zoneOf(branch_id)),
    },
    {
      id: 'patient',
      header: NAMES.patient,
      isWords: true,
      cell: ({ pat_name, pat_id }) => `${pat_name} (${pat_id})`,
    },
    {
      id: 'service',
      header: NAMES.service,
      isWords: true,
      cell: ({ service, department }) => (
        <>
          {service}
          <Text span size="xs" c="dimmed">
            {department === '' ? '' : ` ${department}`}
          </Text>
        </>
      ),
    },
  ]
}

/** Returns the money of the service. */
function billColumns({ money, totals }: ColumnsOf): Columns {
  return [
    {
      id: 'net',
      header: NAMES.net,
      isNumber: true,
      cell: (row) => money(row.net_charges),
      total: totals && money(totals.net_charges),
    },
    {
      id: 'paid',
      header: NAMES.received,
      isNumber: true,
      cell: (row) => money(row.paid),
      total: totals && money(totals.paid),
    },
    {
      id: 'balance',
      header: NAMES.balance,
      isNumber: true,
      cell: (row) => money(row.balance),
      total: totals && money(totals.balance),
    },
    {
      id: 'payment',
      header: WORDS.filters.payment_status,
      cell: ({ payment_status }) => <MoneyStatus look={PAYMENT_STATUS_TABLE[payment_status]} />,
    },
  ]
}

/** Returns the commission on the service, and what is left of it to pay. */
function owedColumns({ money, totals, isOnline, onRow }: ColumnsOf): Columns {
  return [
    {
      id: 'commission',
      header: NAMES.commission,
      isNumber: true,
      cell: (row) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {row.is_edited && (
            <Text span size="xs" c="dimmed">
              {WORDS.edited}
            </Text>
          )}
          <span>{money(row.commission)}</span>
          {isCommissionPending(row.commission_status) && !row.is_used && isOnline && (
            <EditCommission row={row} onRow={onRow} />
          )}
        </Group>
      ),
      total: totals && money(totals.commission),
    },
    {
      id: 'to_pay',
      header: NAMES.toPay,
      isNumber: true,
      cell: (row) => money(row.to_pay),
      total: totals && money(totals.to_pay),
    },
    {
      id: 'status',
      header: NAMES.status,
      cell: ({ commission_status, commission, is_used, used_amount }) => (
        <Group gap={4} wrap="nowrap">
          <MoneyStatus
            look={{
              label: commission_status,
              colour: isCommissionPending(commission_status) ? 'orange' : 'green',
            }}
          />
          {is_used && (
            <Badge size="xs" variant="default">
              {used_amount < commission ? WORDS.usedPart(money(used_amount)) : WORDS.used}
            </Badge>
          )}
        </Group>
      ),
    },
  ]
}
