import { Link } from 'react-router-dom'
import type { CollectionSummary } from '#contract/calls/sales-records.ts'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import classes from '#src/parts/sales/sales.module.css'
import { modeLabel } from './mode-label.ts'
import { SALES_WORDS as WORDS } from './words.ts'

type ModeWise = CollectionSummary['total_received_mode_wise'][number]
type UserWise = CollectionSummary['user_wise_received'][number]

/** Returns the columns of the totals by payment mode; a mode links to its entries. */
export function modeColumns(
  money: (amount: number) => string,
  linkOf: (mode: string) => string,
): SalesColumn<ModeWise>[] {
  return [
    {
      id: 'mode',
      header: WORDS.columns.mode,
      cell: ({ mode }) => (
        <Link className={classes.link} to={linkOf(mode)}>
          {modeLabel(mode)}
        </Link>
      ),
    },
    {
      id: 'amount',
      header: WORDS.columns.received,
      isNumber: true,
      cell: (row) => money(row.amount),
    },
    {
      id: 'ex',
      header: WORDS.columns.exPrevious,
      isNumber: true,
      cell: (row) => money(row.amount_ex_prev),
    },
    {
      id: 'prev',
      header: WORDS.columns.previous,
      isNumber: true,
      cell: (row) => money(row.prev_amt),
    },
    { id: 'refund', header: WORDS.columns.refund, isNumber: true, cell: (row) => money(row.refund) },
    { id: 'net', header: WORDS.columns.net, isNumber: true, cell: (row) => money(row.net) },
  ]
}

/** Returns the columns of the amounts that each person received, by mode; a person links to the entries. */
export function personColumns(
  money: (amount: number) => string,
  hasHidden: boolean,
  linkOf: (row: UserWise) => string,
): SalesColumn<UserWise>[] {
  return [
    {
      id: 'person',
      header: WORDS.columns.person,
      cell: (row) => (
        <Link className={classes.link} to={linkOf(row)}>
          {row.created_by_name}
        </Link>
      ),
    },
    { id: 'mode', header: WORDS.columns.mode, cell: ({ mode }) => modeLabel(mode) },
    {
      id: 'amount',
      header: WORDS.columns.received,
      isNumber: true,
      cell: (row) => money(row.amount),
    },
    { id: 'refund', header: WORDS.columns.refund, isNumber: true, cell: (row) => money(row.refund) },
    { id: 'net', header: WORDS.columns.net, isNumber: true, cell: (row) => money(row.net) },
    ...(hasHidden
      ? [
          {
            id: 'hidden',
            header: WORDS.columns.hidden,
            isNumber: true,
            cell: (row: UserWise) => money(row.hidden_discount ?? 0),
          },
        ]
      : []),
  ]
}
