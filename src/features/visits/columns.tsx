import type { BranchItem } from '#contract/calls/directory.ts'
import type { ListedAmounts } from '#contract/calls/visit-list.ts'
import { formatAmount, type MoneyFormat } from '#domain/money/currency.ts'
import { isLeftOut } from '#domain/visit/visit-filter.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { SelectAllBox, SelectBox } from '#src/ui/grid/SelectBoxes.tsx'
import type { Selection } from '#src/ui/grid/selection.ts'
import {
  OwedCell,
  PatientCell,
  PaymentCell,
  ReferrerCell,
  ServicesCell,
  StatusCell,
  VisitCell,
} from './cells.tsx'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

/** Below this width of the grid, the payment status is shown below the balance. */
const COMPACT_BELOW = 840

export interface ColumnChoice {
  selection: Selection
  /** Returns why a visit cannot be selected; undefined if it can. */
  selectRefusal: (row: ListedVisit) => string | undefined
  branches: readonly Pick<BranchItem, 'id' | 'time_zone'>[]
  format: MoneyFormat
  /** Whether visits of several branches are listed. */
  withBranch: boolean
  /** Whether the client has special management discounts. */
  withHidden: boolean
}

/** Returns the columns of Patients Visits; if space is short, the least important amounts are left out first. */
export function visitColumns(choice: ColumnChoice): readonly GridColumn<ListedVisit>[] {
  const { selection, selectRefusal, format, branches } = choice
  const zones = new Map(branches.map(({ id, time_zone }) => [id, time_zone]))
  const zoneOf = ({ branch_id }: ListedVisit) => zones.get(branch_id) || branchZone()
  const columns: (GridColumn<ListedVisit> | false)[] = [
    {
      id: 'select',
      header: NAMES.select,
      heading: <SelectAllBox label={WORDS.selectAll} selection={selection} />,
      width: '24px',
      cell: (row) => (
        <SelectBox
          id={row.id}
          label={WORDS.select(row.visit_no, row.name)}
          selection={selection}
          refusal={selectRefusal(row)}
        />
      ),
    },
    {
      id: 'patient',
      header: NAMES.patient,
      width: 'minmax(120px, 1.3fr)',
      cell: (row) => <PatientCell row={row} zone={zoneOf(row)} />,
    },
    {
      id: 'visit',
      header: NAMES.visit,
      width: 'minmax(140px, 0.8fr)',
      cell: (row) => <VisitCell row={row} zone={zoneOf(row)} />,
    },
    {
      id: 'status',
      header: NAMES.status,
      width: 'minmax(112px, 136px)',
      cell: (row) => <StatusCell row={row} />,
    },
    choice.withBranch && {
      id: 'branch',
      header: NAMES.branch,
      width: 'minmax(80px, 0.7fr)',
      fromWidth: 1180,
      cell: (row) => row.branch,
    },
    {
      id: 'services',
      header: NAMES.services,
      width: 'minmax(120px, 1.4fr)',
      cell: (row) => <ServicesCell row={row} />,
    },
    {
      id: 'referrer',
      header: NAMES.referrer,
      width: 'minmax(96px, 1fr)',
      fromWidth: 1320,
      cell: (row) => <ReferrerCell row={row} />,
    },
    amountColumn('charges', format, 1100),
    amountColumn('discount', format, 1100),
    amountColumn('net_charges', format, COMPACT_BELOW),
    amountColumn('paid', format, 940),
    choice.withHidden && {
      id: 'hidden_discount',
      header: NAMES.hidden_discount,
      width: 'minmax(84px, 96px)',
      align: 'end',
      fromWidth: 1240,
      cell: ({ hidden_discount }) => (hidden_discount === null ? '' : formatAmount(hidden_discount, format)),
    },
    amountColumn('balance', format, COMPACT_BELOW),
    {
      id: 'payment',
      header: NAMES.payment,
      width: '112px',
      fromWidth: COMPACT_BELOW,
      cell: (row) => (
        <span className={classes.afterAmount}>
          <PaymentCell row={row} />
        </span>
      ),
    },
    {
      id: 'owed',
      header: NAMES.balance,
      width: 'minmax(84px, 110px)',
      align: 'end',
      belowWidth: COMPACT_BELOW,
      cell: (row) => <OwedCell row={row} format={format} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

type AmountName = Exclude<keyof ListedAmounts, 'payment_status'>

function amountColumn(id: AmountName, format: MoneyFormat, fromWidth?: number): GridColumn<ListedVisit> {
  return {
    id,
    header: NAMES[id],
    width: 'minmax(76px, 100px)',
    align: 'end',
    ...(fromWidth === undefined ? {} : { fromWidth }),
    // A cancelled visit is not summed, so its amounts are dimmed.
    cell: (row) => (
      <span className={isLeftOut(row) ? classes.dim : undefined}>
        {formatAmount(row.amounts[id], format)}
      </span>
    ),
  }
}
