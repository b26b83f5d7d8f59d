import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './grid.module.css'
import type { GridColumn, GridSort } from './grid-column.ts'

export interface GridHeadingProps {
  column: GridColumn<never>
  sort: GridSort | undefined
  onSort: ((columnId: string) => void) | undefined
}

/** The heading of a column; a button if it sorts the list. */
export function GridHeading({ column, sort, onSort }: GridHeadingProps) {
  const { id, header, heading, align, isSortable } = column
  const direction = sort?.id === id ? sort.direction : undefined
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <div
      role="columnheader"
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
      className={classes.cell}
      data-end={align === 'end' || undefined}
    >
      {isSortable && onSort ? (
        <UnstyledButton className={classes.sort} onClick={() => onSort(id)}>
          {header}
          {direction && <Arrow size={12} aria-hidden />}
        </UnstyledButton>
      ) : (
        (heading ?? header)
      )}
    </div>
  )
}
