import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import classes from './grid.module.css'

/** Estimated height of a card before it is measured. */
const GUESSED_HEIGHT = 148
const OVERSCAN = 4

export interface CardListProps<Row> {
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The record whose card is in view at first, once it is in the list. */
  first?: string | undefined
  renderCard: (row: Row) => ReactNode
}

/** The rows of a list as cards, for narrow screens; renders only visible ones. */
export function CardList<Row>({ label, rows, rowId, first, renderCard }: CardListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing of the virtualizer is memoised or handed on
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESSED_HEIGHT,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowId(row)
    },
    overscan: OVERSCAN,
  })
  const isShown = useRef(first === undefined)
  const showFirst = useEffectEvent(() => {
    const at = rows.findIndex((row) => rowId(row) === first)
    if (isShown.current || at < 0) return
    isShown.current = true
    virtualizer.scrollToIndex(at, { align: 'center' })
  })
  useEffect(() => showFirst(), [rows, first])
  return (
    <div ref={scroller} className={classes.cards}>
      <div
        role="list"
        aria-label={label}
        className={classes.cardsBody}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className={classes.card}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {renderCard(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
