import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import type { Cell, Cells, Drawing } from '#render/chart/drawing.ts'
import { stepCell } from '#render/chart/step-cell.ts'

interface Marking {
  cell: Cell
  /** By the pointer or the focus. */
  isMarked: boolean
  /** False once Escape has hidden the tooltip. */
  isTold: boolean
}

const FIRST: Marking = { cell: { column: 0, row: 0 }, isMarked: false, isTold: false }

/** The marked value of a chart: under the pointer, or chosen by arrow keys while the chart has the focus. */
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
    // Shown at the width it was drawn for, except for a moment while resizing.
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
      // A finger cannot hover: its tap marks first (ChartPlot).
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

/** New data may have fewer values than the marked position. */
const inside = ({ column, row }: Cell, { columns, rows }: Cells): Cell => ({
  column: Math.max(0, Math.min(columns - 1, column)),
  row: Math.max(0, Math.min(rows - 1, row)),
})
