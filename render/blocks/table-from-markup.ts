import type { MarkupCell, MarkupElement, MarkupLength, MarkupNode } from '#domain/report/markup-node.ts'
import { findDirection } from '../text/bidi.ts'
import type { Block, TableBlock, TableBlockCell, TableBlockRow } from './block.ts'
import { type BlockContext, contextInside, lettersOf } from './block-context.ts'

type Parent = Extract<MarkupElement, { children: MarkupNode[] }>
type MakeBlocks = (nodes: readonly MarkupNode[], context: BlockContext) => Block[]

const POINTS_PER_PIXEL = 0.75
const HEAD_BACKGROUND = '#f0f0f0'

/**
 * Builds a table. `makeBlocks` converts the contents of a cell, which may contain everything that a text may,
 * including tables.
 */
export function tableFromMarkup(table: Parent, context: BlockContext, makeBlocks: MakeBlocks): TableBlock {
  const rows = rowsOf(table, context, makeBlocks)
  const direction = table.dir === 'auto' ? findDirection(lettersOf(table)) : context.direction
  return {
    kind: 'table',
    rows: rows.map(({ row }) => row),
    columns: draggedWidths(
      table,
      rows.map(({ cells }) => cells),
    ),
    width: tableWidth(table.style.width),
    rtl: direction === 'rtl',
    look: 'ruled',
  }
}

interface ReadRow {
  row: TableBlockRow
  cells: MarkupCell[]
}

function rowsOf(parent: Parent, context: BlockContext, makeBlocks: MakeBlocks): ReadRow[] {
  return parent.children.flatMap((child): ReadRow[] => {
    if (child.kind === 'text' || !('children' in child)) return []
    if (child.tag === 'thead' || child.tag === 'tbody')
      return rowsOf(child, contextInside(context, child), makeBlocks).map((read) =>
        child.tag === 'thead' ? { ...read, row: { ...read.row, isHead: true } } : read,
      )
    return child.tag === 'tr' ? [readRow(child, contextInside(context, child), makeBlocks)] : []
  })
}

function readRow(element: Parent, context: BlockContext, makeBlocks: MakeBlocks): ReadRow {
  const cells = element.children.filter(isCell)
  return {
    cells,
    row: {
      isHead: cells.length > 0 && cells.every((cell) => cell.tag === 'th'),
      cells: cells.map((cell) => readCell(cell, context, makeBlocks)),
    },
  }
}

const isCell = (node: MarkupNode): node is MarkupCell =>
  node.kind === 'element' && (node.tag === 'td' || node.tag === 'th')

function readCell(cell: MarkupCell, context: BlockContext, makeBlocks: MakeBlocks): TableBlockCell {
  const isHead = cell.tag === 'th'
  const background = cell.style.backgroundColor ?? (isHead ? HEAD_BACKGROUND : undefined)
  const inside = contextInside(context, cell)
  // The whole cell gets the colour, not only the ground behind its words.
  const { highlight: _painted, ...style } = { ...inside.style, bold: isHead || inside.style.bold }
  return {
    blocks: makeBlocks(cell.children, { ...inside, style, listDepth: 0 }),
    columnSpan: cell.colspan,
    rowSpan: cell.rowspan,
    background,
  }
}

/** Reads widths from `colgroup`, otherwise from the first cell that has one. */
function draggedWidths(table: Parent, rows: readonly MarkupCell[][]): (number | undefined)[] {
  const columns = table.children
    .flatMap((child) => (child.kind === 'element' && child.tag === 'colgroup' ? child.children : []))
    .map((column) => (column.kind === 'element' ? pixels(column.style.width) : undefined))
  for (const cells of rows) {
    let at = 0
    for (const cell of cells) {
      for (const [offset, width] of (cell.colwidth ?? []).entries())
        if (width > 0) columns[at + offset] ??= width * POINTS_PER_PIXEL
      if (cell.colspan === 1 && cell.rowspan === 1) columns[at] ??= pixels(cell.style.width)
      at += cell.colspan
    }
  }
  return Array.from(columns)
}

const pixels = (length: MarkupLength | undefined) =>
  length?.unit === 'px' ? length.value * POINTS_PER_PIXEL : undefined

function tableWidth(length: MarkupLength | undefined): TableBlock['width'] {
  if (!length) return undefined
  return length.unit === '%' ? { share: length.value / 100 } : { points: length.value * POINTS_PER_PIXEL }
}
