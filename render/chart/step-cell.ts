import type { Cell, Cells } from './drawing.ts'

/** The effect of an arrow key on the marked value: places along the chart, series within a place. */
const STEPS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  // Series are stacked from below, so up is the next one.
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * Returns the value that a key moves to, or undefined if the key has no effect. In a chart of one series, up
 * and down move too, and a list moves down its rows; no move passes an end.
 */
export function stepCell(cells: Cells, { column, row }: Cell, key: string): Cell | undefined {
  const { columns, rows, isList = false } = cells
  if (columns === 0 || rows === 0) return undefined
  if (key === 'Home') return isList ? { column, row: 0 } : { column: 0, row }
  if (key === 'End') return isList ? { column, row: rows - 1 } : { column: columns - 1, row }
  const step = STEPS[key]
  if (!step) return undefined
  const [right, up] = step
  if (isList) return { column, row: within(row + right - up, rows) }
  if (rows === 1) return { column: within(column + right + up, columns), row }
  return { column: within(column + right, columns), row: within(row + up, rows) }
}

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
