import type { Block, TableBlock, TableBlockCell } from '../blocks/block.ts'
import { scaleBlocks } from '../blocks/scale-blocks.ts'
import type { FontSet } from '../fonts/font-set.ts'
import type { Flow } from './flow.ts'
import { measureBlocks } from './measure-blocks.ts'
import type { TableLook } from './set-table.ts'
import { tableFlow } from './table-flow.ts'
import { type GridCell, placeCells, type TableGrid } from './table-grid.ts'
import { type CellWish, columnWidths, columnWishes } from './table-widths.ts'
import type { Tag } from './tag.ts'

type SetBlocks = (fonts: FontSet, blocks: readonly Block[], width: number) => Flow[]

const LOOKS = {
  ruled: { padX: 4, padY: 3, border: '#8c8c8c', before: 4, after: 8 },
  lined: { padX: 2.5, padY: 2.2, line: '#c9d0d6', before: 2, after: 8 },
  plain: { padX: 0, padY: 0.5, before: 0, after: 0 },
} as const satisfies Record<TableBlock['look'], Omit<TableLook, 'rtl'>>

/** A table too wide for the paper is set smaller, down to this share of its type size; after that, words are cut. */
const SMALLEST_SCALE = 0.62

/** Lays out a table: places cells, gives columns their widths, lays out the cells' contents with `setBlocks`. */
export function setTable(fonts: FontSet, table: TableBlock, measure: number, setBlocks: SetBlocks): Flow {
  const look: TableLook = { ...LOOKS[table.look], rtl: table.rtl }
  const total = totalWidth(table, measure)
  const scale = scaleFor(fonts, table, look, total)
  const grid = scale < 1 ? gridOf(scaledRows(table, scale)) : gridOf(table.rows)
  const columns = columnWidths(total, wishesOf(fonts, table, grid, look))
  const widthOf = ({ column, columnSpan }: GridCell<TableBlockCell>) =>
    columns.slice(column, column + columnSpan).reduce((sum, width) => sum + width, 0) - 2 * look.padX
  // Columns without lines only place content side by side.
  const isPlain = table.look === 'plain'
  const rows = table.rows.map((): Tag => ({ role: 'TR' }))
  return tableFlow({
    tag: { role: isPlain ? 'Div' : 'Table' },
    columns,
    rowCount: grid.rowCount,
    headRows: headRows(table, grid),
    look,
    cells: grid.cells.map(({ cell, ...place }) => ({
      ...place,
      flows: setBlocks(fonts, cell.blocks, Math.max(1, widthOf({ cell, ...place }))),
      background: cell.background,
      tags: isPlain ? undefined : tagsOf(table, rows, place),
    })),
  })
}

function tagsOf(table: TableBlock, rows: readonly Tag[], place: Omit<GridCell<TableBlockCell>, 'cell'>) {
  const { row: at, rowSpan, columnSpan } = place
  const row = rows[at]
  const role = table.rows[at]?.isHead ? 'TH' : 'TD'
  return row && { row, cell: { role, rowSpan, columnSpan } satisfies Tag }
}

const gridOf = (rows: TableBlock['rows']) => placeCells(rows.map((row) => row.cells))

function totalWidth({ width }: TableBlock, measure: number): number {
  if (!width) return measure
  return Math.min(measure, 'share' in width ? measure * width.share : width.points)
}

function wishesOf(fonts: FontSet, table: TableBlock, grid: TableGrid<TableBlockCell>, look: TableLook) {
  const wishes = grid.cells.map(({ cell, column, columnSpan }): CellWish => {
    const { least, most } = measureBlocks(fonts, cell.blocks)
    return { column, columnSpan, least: least + 2 * look.padX, most: most + 2 * look.padX }
  })
  return columnWishes(grid.columnCount, wishes).map((wish, column) => ({
    ...wish,
    fixed: table.columns[column],
  }))
}

function scaleFor(fonts: FontSet, table: TableBlock, look: TableLook, total: number): number {
  const wishes = wishesOf(fonts, table, gridOf(table.rows), look)
  const padding = wishes.length * 2 * look.padX
  const least = wishes.reduce((sum, wish) => sum + wish.least, 0)
  if (least <= total) return 1
  return Math.max(SMALLEST_SCALE, (total - padding) / Math.max(1, least - padding))
}

function scaledRows(table: TableBlock, scale: number): TableBlock['rows'] {
  return table.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, blocks: scaleBlocks(cell.blocks, scale) })),
  }))
}

/**
 * Returns the number of head rows at the top, with the rows into which their cells reach; a table of heads
 * only repeats none.
 */
function headRows(table: TableBlock, grid: TableGrid<TableBlockCell>): number {
  let count = table.rows.findIndex((row) => !row.isHead)
  if (count <= 0) return 0
  for (const cell of grid.cells) if (cell.row < count) count = Math.max(count, cell.row + cell.rowSpan)
  return count < table.rows.length ? count : 0
}
