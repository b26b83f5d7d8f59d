import type { Block } from '../blocks/block.ts'
import type { FontSet } from '../fonts/font-set.ts'
import { measureText } from '../text/lines.ts'
import { ITEM_INSET, QUOTE_INSET } from './insets.ts'

/** Narrowest and widest that something can sensibly be set, in points. */
export interface Extent {
  least: number
  most: number
}

/** An image in a table may shrink to this before it takes room from words. */
const LEAST_IMAGE = 60

/** What a table cell with these blocks asks its column for. */
export function measureBlocks(fonts: FontSet, blocks: readonly Block[]): Extent {
  return blocks.map((block) => measureBlock(fonts, block)).reduce(widest, { least: 0, most: 0 })
}

function measureBlock(fonts: FontSet, block: Block): Extent {
  switch (block.kind) {
    case 'paragraph':
      return {
        least: measureText(fonts, block.inlines.map(shrunkImage)).least,
        most: measureText(fonts, block.inlines).most,
      }
    case 'rule':
      return { least: 0, most: 0 }
    case 'item':
      return widen(measureBlocks(fonts, block.blocks), ITEM_INSET)
    case 'quote':
      return widen(measureBlocks(fonts, block.blocks), QUOTE_INSET)
    case 'group':
      return measureBlocks(fonts, block.blocks)
    case 'table':
      return measureRows(fonts, block.rows)
  }
}

type Paragraph = Extract<Block, { kind: 'paragraph' }>
type Table = Extract<Block, { kind: 'table' }>

function shrunkImage(inline: Paragraph['inlines'][number]): Paragraph['inlines'][number] {
  return inline.kind === 'image' ? { ...inline, width: Math.min(inline.width, LEAST_IMAGE) } : inline
}

/** A table in a cell: as wide as its widest row. */
function measureRows(fonts: FontSet, rows: Table['rows']): Extent {
  return rows
    .map((row) =>
      row.cells
        .map((cell) => widen(measureBlocks(fonts, cell.blocks), 8))
        .reduce((sum, cell) => ({ least: sum.least + cell.least, most: sum.most + cell.most }), {
          least: 0,
          most: 0,
        }),
    )
    .reduce(widest, { least: 0, most: 0 })
}

const widest = (one: Extent, other: Extent): Extent => ({
  least: Math.max(one.least, other.least),
  most: Math.max(one.most, other.most),
})

const widen = (extent: Extent, by: number): Extent => ({ least: extent.least + by, most: extent.most + by })
