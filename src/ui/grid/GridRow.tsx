import { type MouseEvent, memo, type ReactNode } from 'react'
import classes from './grid.module.css'
import type { GridColumn } from './grid-column.ts'
import { useHot, useOwnPress } from './use-own-row.ts'
import type { Pointing } from './use-pointing.ts'

export interface GridRowProps<Row extends object> {
  record: Row
  /** Its index among the rows of the page, from 0. */
  index: number
  columns: readonly GridColumn<Row>[]
  domId: string
  /** Number of the row in the whole list, from 1 (the heading is not counted). */
  number: number
  top: number
  isActive: boolean
  isOpenable: boolean
  pointing: Pointing
  onActivate: (index: number) => void
  onOpen: (index: number) => void
  actions?: (record: Row, isHot: boolean) => ReactNode
}

/** True for a click on a control in the row or on an overlay, or one that ends a text selection. */
function isOwnClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as HTMLElement
  if (!event.currentTarget.contains(target) || target.closest('a, button, input, label') !== null) return true
  return (window.getSelection()?.toString() ?? '') !== ''
}

function PlainGridRow<Row extends object>(props: GridRowProps<Row>) {
  const { record, index, columns, domId, number, top, isActive, isOpenable, pointing, onActivate, onOpen } =
    props
  const { isHot, ...heat } = useHot(domId, pointing)
  const press = useOwnPress(domId)
  const onClick = (event: MouseEvent<HTMLElement>) => {
    onActivate(index)
    if (isOpenable && !isOwnClick(event)) onOpen(index)
  }
  return (
    // The grid handles the row's keys (useListKeys), so the click has a keyboard equivalent.
    <div
      role="row"
      id={domId}
      // One more: the heading is row 1.
      aria-rowindex={number + 1}
      aria-selected={isActive}
      className={classes.row}
      data-active={isActive || undefined}
      data-openable={isOpenable || undefined}
      // Not a custom property, which all elements in the row would inherit and recompute their styles for.
      style={{ top }}
      onClick={onClick}
      {...heat}
      {...press}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={classes.cell}
          data-end={column.align === 'end' || undefined}
        >
          {column.cell(record)}
        </div>
      ))}
      {props.actions && (
        <div role="gridcell" className={classes.actions}>
          {props.actions(record, isHot)}
        </div>
      )}
    </div>
  )
}

/** Every refresh rerenders the page; only rows whose record changed rerender. */
function isSameRow<Row extends object>(a: GridRowProps<Row>, b: GridRowProps<Row>): boolean {
  return (
    a.record === b.record &&
    a.index === b.index &&
    a.columns === b.columns &&
    a.domId === b.domId &&
    a.number === b.number &&
    a.top === b.top &&
    a.isActive === b.isActive &&
    a.isOpenable === b.isOpenable &&
    a.actions === b.actions &&
    a.onOpen === b.onOpen
  )
}

export const GridRow = memo(PlainGridRow, isSameRow) as typeof PlainGridRow
