import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import stacked from '#src/ui/stacked-table.module.css'
import classes from './sheet.module.css'

export interface SheetTableProps {
  label: string
  /** The key and label of each column. */
  heads: readonly (readonly [key: string, head: string])[]
  /** The keys of numeric columns, whose heads are aligned to the end. */
  figures: readonly string[]
  /** The class of the scrolling box, for its height and its columns. */
  className: string | undefined
  /** The rows. */
  children: ReactNode
}

/** Rows with an input each, below a sticky head; on a phone, one card per row. */
export function SheetTable({ label, heads, figures, className, children }: SheetTableProps) {
  return (
    <div className={`${stacked.wrap} ${classes.rows} ${className}`}>
      <Table className={`tabular ${stacked.table}`} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {heads.map(([key, head]) => (
              <Table.Th key={key} ta={figures.includes(key) ? 'end' : undefined}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}
