import { VisuallyHidden } from '@mantine/core'
import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useCallback, useId, useMemo, useRef } from 'react'
import { useStableCallback } from '../use-stable-callback.ts'
import { GridHeading } from './GridHeading.tsx'
import { GridRow } from './GridRow.tsx'
import classes from './grid.module.css'
import type { GridColumn, GridSort } from './grid-column.ts'
import { useActiveRow } from './use-active-row.ts'
import { usePointing } from './use-pointing.ts'
import { useSlots } from './use-slots.ts'

/**
 * Heights of docs/screens.md#looks: 36 px, and 44 for touch; the button in a row grows with it. A finger scrolls
 * further per frame than a wheel, so more rows are rendered beyond the edges for it.
 */
const MOUSE = { rowHeight: 36, actionsWidth: 28, overscan: 3 }
const TOUCH = { rowHeight: 44, actionsWidth: 40, overscan: 4 }
const HEADER_HEIGHT = 32

export interface DataGridProps<Row extends object> {
  /** Tells a screen reader what the rows are. */
  label: string
  rows: readonly Row[]
  /** Stable between renders, as everything rendered depends on it. */
  columns: readonly GridColumn<Row>[]
  rowId: (row: Row) => string
  /** Number of rows before the first one in the whole list, and the total. */
  start: number
  total: number
  /** The record whose row is initially active and in view. */
  firstActive?: string | undefined
  isOpenable?: boolean
  onOpen: (row: Row) => void
  /**
   * The content at the end of a row, with more of it on the hovered row; stable between renders. Key it by its row if
   * it has state of its own, like a column's `cell`.
   */
  actions?: (row: Row, isHot: boolean) => ReactNode
  actionsLabel?: string
  /** Width of the actions in pixels; defaults to one icon button. */
  actionsWidth?: number
  /** The current sort order, if headings sort. */
  sort?: GridSort
  onSort?: (columnId: string) => void
}

/**
 * A table for many rows: renders only visible ones, with a sticky heading and the keys j, k and Enter (STACK "tables").
 */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowId,
    start,
    total,
    isOpenable = true,
    onOpen,
    actions,
    actionsLabel,
    sort,
    onSort,
  } = props
  const { rowHeight, ...size } = useMediaQuery('(pointer: coarse)') ? TOUCH : MOUSE
  const { actionsWidth = size.actionsWidth } = props
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useShownColumns(columns, width)
  const rowIds = useMemo(() => rows.map(rowId), [rows, rowId])
  // oxlint-disable-next-line react/incompatible-library -- nothing of the virtualizer is memoised or handed on
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // A stable function while the rows are the same; otherwise every row's position is recomputed at each scroll.
    getItemKey: useCallback((index: number) => rowIds[index] ?? index, [rowIds]),
    overscan: size.overscan,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  })
  const open = useStableCallback((index: number) => {
    const row = rows[index]
    if (row && isOpenable) onOpen(row)
  })
  const active = useActiveRow(rowIds, {
    first: props.firstActive,
    onOpen: open,
    onShow: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  })
  const pointing = usePointing(() => virtualizer.isScrolling)
  const ids = useId()
  const template = `${shown.map((column) => column.width).join(' ')}${actions ? ` ${actionsWidth}px` : ''}`
  const items = virtualizer.getVirtualItems()
  const isActiveDrawn = items.some((item) => item.index === active.index)
  const drawn = new Map(items.map((item) => [rowIds[item.index] ?? '', item]))
  const placed = useSlots([...drawn.keys()], virtualizer.isScrolling)

  return (
    // The grid itself takes the focus and points at its active row, which may scroll out of the rendered range.
    <div
      ref={useMergedRef(scroller, sizeRef)}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={shown.length + (actions ? 1 : 0)}
      aria-activedescendant={isActiveDrawn ? `${ids}-${active.id}` : undefined}
      tabIndex={0}
      className={classes.grid}
      style={{ '--row-height': `${rowHeight}px`, '--columns': template } as CSSProperties}
      onKeyDown={active.onKeyDown}
    >
      <div className={classes.inner}>
        <HeadingRow
          columns={shown}
          sort={sort}
          onSort={onSort}
          hasActions={actions !== undefined}
          actionsLabel={actionsLabel}
        />
        <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {placed.map(({ id, slot }) => {
            const item = drawn.get(id)
            const record = item && rows[item.index]
            if (!record) return null
            return (
              <GridRow
                key={slot}
                record={record}
                index={item.index}
                columns={shown}
                domId={`${ids}-${id}`}
                number={start + item.index + 1}
                top={item.start - HEADER_HEIGHT}
                isActive={id === active.id}
                isOpenable={isOpenable}
                pointing={pointing}
                onActivate={active.activate}
                onOpen={open}
                actions={actions}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface HeadingRowProps extends Pick<DataGridProps<never>, 'columns' | 'sort' | 'onSort' | 'actionsLabel'> {
  hasActions: boolean
}

/** The sticky row of headings. */
function HeadingRow({ columns, sort, onSort, hasActions, actionsLabel }: HeadingRowProps) {
  return (
    <div role="row" aria-rowindex={1} className={classes.header}>
      {columns.map((column) => (
        <GridHeading key={column.id} column={column} sort={sort} onSort={onSort} />
      ))}
      {hasActions && (
        <div role="columnheader">
          <VisuallyHidden>{actionsLabel}</VisuallyHidden>
        </div>
      )}
    </div>
  )
}

/** Before the grid is measured, every column of a wide grid is shown. */
function hasRoom({ fromWidth = 0, belowWidth = Infinity }: GridColumn<never>, width: number): boolean {
  return width === 0 ? belowWidth === Infinity : fromWidth <= width && width < belowWidth
}

/** The columns that fit; the same array while they are the same. */
function useShownColumns<Row extends object>(columns: readonly GridColumn<Row>[], width: number) {
  // Compared by ids, so that a pixel more or less creates no new columns.
  const names = columns
    .filter((column) => hasRoom(column, width))
    .map((column) => column.id)
    .join(' ')
  return useMemo(() => {
    const left = new Set(names.split(' '))
    return columns.filter((column) => left.has(column.id))
  }, [columns, names])
}
