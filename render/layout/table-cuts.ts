import { type Flow, fill } from './flow.ts'
import type { SetCell, SetTable } from './set-table.ts'

/** Divides a table above `row`, which no cell spans; the second part begins with the head again. */
export function cutBetweenRows(table: SetTable, row: number): [SetTable, SetTable] {
  const above = table.cells.filter((cell) => cell.row < row)
  const below = table.cells
    .filter((cell) => cell.row >= row)
    .map((cell) => ({ ...cell, row: cell.row - row + table.headRows }))
  return [
    { ...table, rowCount: row, cells: above },
    {
      ...table,
      isContinued: true,
      rowCount: table.rowCount - row + table.headRows,
      cells: [...headCells(table), ...below],
    },
  ]
}

/** Divides a table at `available` through the contents of its cells; returns undefined if no line of them fits. */
export function cutInsideRow(
  table: SetTable,
  tops: readonly number[],
  available: number,
  force: boolean,
): [SetTable, SetTable] | undefined {
  const row = rowAt(table, tops, available)
  const body = table.cells.filter((cell) => cell.row >= table.headRows)
  const parts = body.map((cell) => cutCell(table, tops, cell, row, available, force))
  const upper = parts.flatMap((part) => part.upper ?? [])
  if (!upper.some((cell) => cell.flows.length > 0)) return undefined
  const lower = parts.flatMap((part) => part.lower ?? [])
  return [
    { ...table, rowCount: row + 1, cells: [...headCells(table), ...upper] },
    {
      ...table,
      isContinued: true,
      rowCount: table.rowCount - row + table.headRows,
      cells: [...headCells(table), ...lower],
    },
  ]
}

const headCells = (table: SetTable) => table.cells.filter((cell) => cell.row < table.headRows)

/** Returns the body row at the cut; the first one if the head alone fills the space. */
function rowAt(table: SetTable, tops: readonly number[], available: number): number {
  let row = table.headRows
  while (row < table.rowCount - 1 && (tops[row + 1] ?? 0) <= available) row++
  return row
}

function cutCell(
  table: SetTable,
  tops: readonly number[],
  cell: SetCell,
  row: number,
  available: number,
  force: boolean,
): { upper?: SetCell; lower?: SetCell } {
  const end = cell.row + cell.rowSpan
  if (end <= row) return { upper: cell }
  const shifted = Math.max(cell.row, row) - row + table.headRows
  if (cell.row > row) return { lower: { ...cell, row: shifted } }
  const room = available - (tops[cell.row] ?? 0) - 2 * table.look.padY
  const filled = fill(cell.flows, room, force && cell.row === table.headRows)
  const upper: Flow[] = filled.placed.map((each) => each.flow)
  return {
    upper: { ...cell, rowSpan: row - cell.row + 1, flows: upper },
    lower: { ...cell, row: shifted, rowSpan: end - Math.max(cell.row, row), flows: filled.rest },
  }
}
