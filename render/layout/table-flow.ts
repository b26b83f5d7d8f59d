import { type Canvas, frame } from './canvas.ts'
import { type Flow, stackUp } from './flow.ts'
import type { SetCell, SetTable } from './set-table.ts'
import { cutBetweenRows, cutInsideRow } from './table-cuts.ts'

/** Rows higher than this are divided at the end of a page instead of leaving most of it empty. */
const TALL_GROUP = 360
/** The least space under the head to begin dividing such a row. */
const LEAST_PART = 60
/** A head higher than this is not repeated, because it would leave no space for the body. */
const TALLEST_REPEATED_HEAD = 240
const BORDER_WIDTH = 0.5

/**
 * Returns a table as a flow: divided between rows, inside a row only if that is taller than a page; its head
 * is repeated.
 */
export function tableFlow(given: SetTable): Flow {
  const tops = rowTops(given)
  const height = tops.at(-1) ?? 0
  const table = (tops[given.headRows] ?? 0) > TALLEST_REPEATED_HEAD ? { ...given, headRows: 0 } : given
  const headHeight = tops[table.headRows] ?? 0
  const groupEnd = firstCleanRow(table, table.headRows + 1)
  const groupHeight = (tops[groupEnd] ?? height) - headHeight
  return {
    height,
    before: table.look.before,
    after: table.look.after,
    keepWithNext: false,
    lead: headHeight + (groupHeight > TALL_GROUP ? LEAST_PART : groupHeight),
    split(available, force) {
      let row = table.rowCount - 1
      while (row > table.headRows && ((tops[row] ?? 0) > available || !isClean(table, row))) row--
      const parts =
        row > table.headRows
          ? cutBetweenRows(table, row)
          : (force || (groupHeight > TALL_GROUP && available - headHeight >= LEAST_PART)) &&
            cutInsideRow(table, tops, available, force)
      return parts ? { head: tableFlow(parts[0]), tail: tableFlow(parts[1]) } : undefined
    },
    paint: (canvas, left, top) => canvas.within(table.tag, () => paintTable(canvas, table, tops, left, top)),
  }
}

/** Returns true if no cell spans the upper edge of `row`. */
function isClean(table: SetTable, row: number): boolean {
  return table.cells.every((cell) => cell.row >= row || cell.row + cell.rowSpan <= row)
}

function firstCleanRow(table: SetTable, from: number): number {
  let row = from
  while (row < table.rowCount && !isClean(table, row)) row++
  return row
}

/**
 * Returns the upper edge of each row and, last, the lower edge of the table. A cell over several rows adds
 * its missing height to its last row.
 */
export function rowTops(table: SetTable): number[] {
  const tops = [0]
  const ending = Map.groupBy(table.cells, (cell) => cell.row + cell.rowSpan)
  for (let end = 1; end <= table.rowCount; end++) {
    const above = tops[end - 1] ?? 0
    const needs = (ending.get(end) ?? []).map(
      (cell) => (tops[cell.row] ?? 0) + heightOf(cell.flows) + 2 * table.look.padY,
    )
    tops.push(Math.max(above, ...needs))
  }
  return tops
}

/** Caches a cell's height while the table is divided page after page, so that hundreds of rows are measured once. */
const heights = new WeakMap<readonly Flow[], number>()

function heightOf(flows: readonly Flow[]): number {
  const height = heights.get(flows) ?? stackUp(flows).height
  heights.set(flows, height)
  return height
}

function paintTable(canvas: Canvas, table: SetTable, tops: readonly number[], left: number, top: number) {
  const { padX, padY, border, line, rtl } = table.look
  const edges = table.columns.reduce((all, width) => [...all, (all.at(-1) ?? 0) + width], [0])
  const edge = (column: number) => edges[column] ?? edges.at(-1) ?? 0
  const total = edges.at(-1) ?? 0
  for (const cell of table.cells) {
    const start = edge(cell.column)
    const width = edge(cell.column + cell.columnSpan) - start
    const x = left + (rtl ? total - start - width : start)
    const y = top + (tops[cell.row] ?? 0)
    const height = (tops[cell.row + cell.rowSpan] ?? 0) - (tops[cell.row] ?? 0)
    if (cell.background) canvas.fill(x, y, width, height, cell.background)
    if (border) frameCell(canvas, x, y, width, height, border)
    paintInCell(canvas, table, cell, () => {
      for (const { flow, top: offset } of stackUp(cell.flows).placed)
        flow.paint(canvas, x + padX, y + padY + offset)
    })
  }
  if (line)
    for (const edgeOfRow of tops.slice(1))
      canvas.fill(left, top + edgeOfRow - BORDER_WIDTH / 2, total, BORDER_WIDTH, line)
}

/** Paints the content of a cell as a part of the table; a repeated head enters the structure once. */
function paintInCell(canvas: Canvas, table: SetTable, { row, tags }: SetCell, paint: () => void): void {
  if (table.isContinued && row < table.headRows) canvas.artifact(paint)
  else if (tags) canvas.within(tags.row, () => canvas.within(tags.cell, paint))
  else paint()
}

/** Neighbours share an edge, so each frame reaches half a line beyond its cell. */
function frameCell(canvas: Canvas, x: number, y: number, width: number, height: number, color: string) {
  const half = BORDER_WIDTH / 2
  frame(canvas, x - half, y - half, width + BORDER_WIDTH, height + BORDER_WIDTH, color, BORDER_WIDTH)
}
