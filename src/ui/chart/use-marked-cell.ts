import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import type { Cell, Cells, Drawing } from '#render/chart/drawing.ts'
import { stepCell } from '#render/chart/step-cell.ts'

interface Marking {
  cell: Cell
  /** By the pointer or the focus. */
  isMarked: boolean
  /** What the tooltip says was put away by Escape. */
  isTold: boolean
}

const FIRST: Marking = { cell: { column: 0, row: 0 }, isMarked: false, isTold: false }

/** Which value of a chart is marked: by the pointer that is over it, or by arrow keys while the chart has the focus. */
export function useMarkedCell({ cells, width, height }: Drawing) {
  const [marking, setMarking] = useState(FIRST)
  const cell = inside(marking.cell, cells)
  const mark = (next: Cell) => setMarking({ cell: next, isMarked: true, isTold: true })
  const { isTold } = marking
  useEffect(() => {
    if (!isTold) return undefined
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') setMarking((now) => ({ ...now, isTold: false }))
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isTold])
  const cellUnder = (event: { clientX: number; clientY: number; currentTarget: Element }): Cell => {
    const box = event.currentTarget.getBoundingClientRect()
    // On the screen as wide as it was drawn, but for the moment between two sizes.
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    return cells.nearest(x * scaleOf(width, box.width), y * scaleOf(height, box.height))
  }
  return {
    ...marking,
    cell,
    mark,
    unmark: () => setMarking((now) => ({ ...now, isMarked: false, isTold: false })),
    cellUnder,
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      // A finger has no way of pointing without pressing: its tap marks first (ChartPlot).
      if (event.pointerType === 'touch') return
      const under = cellUnder(event)
      if (!marking.isMarked || !isSame(under, cell)) mark(under)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = stepCell(cells, cell, event.key)
      if (!next) return
      event.preventDefault()
      mark(next)
    },
  }
}

export const isSame = (one: Cell, other: Cell) => one.column === other.column && one.row === other.row

const scaleOf = (drawn: number, shown: number) => (shown > 0 ? drawn / shown : 1)

/** New data may have fewer values than the ones that were marked. */
const inside = ({ column, row }: Cell, { columns, rows }: Cells): Cell => ({
  column: Math.max(0, Math.min(columns - 1, column)),
  row: Math.max(0, Math.min(rows - 1, row)),
})
