import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import stacked from '#src/ui/stacked-table.module.css'
import classes from './sales.module.css'

/** One column of a table of sales. */
export interface SalesColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the end of their column. */
  isNumber?: boolean
  /** Long text may wrap. */
  isWords?: boolean
  /** The total of the whole list, for the footer. */
  total?: ReactNode
}

export interface SalesTableProps<Row> {
  label: string
  columns: readonly SalesColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The label of the totals; without it there is no footer. */
  totalLabel?: string
  /** Lower than a whole list, for use beside other panels. */
  isShort?: boolean
}

/** A table with totals of the whole list in its footer; its rows become blocks if there is no room. */
export function SalesTable<Row>(props: SalesTableProps<Row>) {
  const { label, columns, rows, rowId, totalLabel, isShort = false } = props
  return (
    <div className={stacked.wrap}>
      {/* A scrollable box must be reachable by keyboard. */}
      <section className={isShort ? classes.short : classes.scroll} aria-label={label} tabIndex={0}>
        <Table className={`${stacked.table} ${classes.table} tabular`} verticalSpacing={6} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ id, header, isNumber }) => (
                <Table.Th key={id} ta={isNumber ? 'end' : 'start'}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={rowId(row)}>
                {columns.map(({ id, header, cell, isNumber, isWords }) => (
                  <Table.Td
                    key={id}
                    data-label={header}
                    ta={isNumber ? 'end' : 'start'}
                    className={isWords ? classes.words : undefined}
                  >
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          {totalLabel !== undefined && (
            <Table.Tfoot>
              <Table.Tr>
                {columns.map(({ id, header, total, isNumber }, index) => (
                  <Table.Td
                    key={id}
                    data-label={total === undefined ? undefined : header}
                    ta={isNumber ? 'end' : 'start'}
                  >
                    {index === 0 ? totalLabel : total}
                  </Table.Td>
                ))}
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </section>
    </div>
  )
}
