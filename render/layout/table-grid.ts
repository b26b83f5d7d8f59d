/** A cell's spans in a row of a table, as in the markup. */
export interface SpanningCell {
  columnSpan: number
  rowSpan: number
}

/** A cell at its place in the grid. */
export interface GridCell<T> {
  cell: T
  row: number
  column: number
  rowSpan: number
  columnSpan: number
}

export interface TableGrid<T> {
  columnCount: number
  rowCount: number
  cells: GridCell<T>[]
}

/** Places cells as HTML does: each takes the first free column of its row; spans never reach beyond the last row. */
export function placeCells<T extends SpanningCell>(rows: readonly (readonly T[])[]): TableGrid<T> {
  const taken = rows.map(() => new Set<number>())
  const cells: GridCell<T>[] = []
  for (const [row, rowCells] of rows.entries()) {
    let column = 0
    for (const cell of rowCells) {
      while (taken[row]?.has(column)) column++
      const rowSpan = Math.min(Math.max(1, cell.rowSpan), rows.length - row)
      const columnSpan = freeColumns(taken[row], column, Math.max(1, cell.columnSpan))
      for (let each = row; each < row + rowSpan; each++)
        for (let at = column; at < column + columnSpan; at++) taken[each]?.add(at)
      cells.push({ cell, row, column, rowSpan, columnSpan })
      column += columnSpan
    }
  }
  const columnCount = Math.max(0, ...cells.map((each) => each.column + each.columnSpan))
  return { columnCount, rowCount: rows.length, cells }
}

/**
 * Returns how many columns are free: a wide cell stops before a column that a cell from above occupies, so
 * that cells never overlap.
 */
function freeColumns(taken: ReadonlySet<number> | undefined, column: number, wanted: number): number {
  let free = 1
  while (free < wanted && !taken?.has(column + free)) free++
  return free
}
