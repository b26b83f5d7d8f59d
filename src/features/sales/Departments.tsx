import { Paper, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { DepartmentSum, DepartmentSummary } from '#contract/calls/sales-records.ts'
import { useMoney } from '#src/parts/sales/cells.tsx'
import { type SalesColumn, SalesTable } from '#src/parts/sales/SalesTable.tsx'
import classes from '#src/parts/sales/sales.module.css'
import { SALES_WORDS as WORDS } from './words.ts'

export interface DepartmentsProps {
  summary: DepartmentSummary
  /** Returns the link to the list of one department; null means services without a department. */
  linkOf: (departmentId: string | null) => string
}

const rowId = ({ department_id: id }: DepartmentSum) => id ?? 'none'
const AMOUNTS = ['charges', 'discount', 'net_charges', 'paid', 'balance'] as const
const HEADERS = {
  charges: WORDS.columns.charges,
  discount: WORDS.columns.discount,
  net_charges: WORDS.columns.netCharges,
  paid: WORDS.columns.paid,
  balance: WORDS.columns.balance,
} as const

/** The invoiced amount of each department, with the total; a department opens its invoices. */
export function Departments({ summary: { departments, total }, linkOf }: DepartmentsProps) {
  const money = useMoney()
  if (departments.length === 0) return null
  const columns = departmentColumns(money, total, linkOf)
  return (
    <Paper withBorder p="sm" component="section" aria-label={WORDS.departments}>
      <Title order={2} size="h4" mb="xs">
        {WORDS.departments}
      </Title>
      <SalesTable
        label={WORDS.departments}
        isShort
        columns={columns}
        rows={departments}
        rowId={rowId}
        totalLabel={WORDS.total}
      />
    </Paper>
  )
}

function departmentColumns(
  money: (amount: number) => string,
  total: DepartmentSummary['total'],
  linkOf: DepartmentsProps['linkOf'],
): SalesColumn<DepartmentSum>[] {
  return [
    {
      id: 'department',
      header: WORDS.columns.department,
      cell: ({ department_id: id, department }) => (
        <Link className={classes.link} to={linkOf(id)}>
          {department || WORDS.noDepartment}
        </Link>
      ),
    },
    {
      id: 'visits',
      header: WORDS.columns.visits,
      isNumber: true,
      cell: ({ visits }) => visits,
      total: total.visits,
    },
    ...AMOUNTS.map((id) => ({
      id,
      header: HEADERS[id],
      isNumber: true,
      cell: (row: DepartmentSum) => money(row[id]),
      total: money(total[id]),
    })),
  ]
}
