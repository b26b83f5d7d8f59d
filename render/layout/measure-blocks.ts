import type { Block } from '../blocks/block.ts'
import type { FontSet } from '../fonts/font-set.ts'
import { measureText } from '../text/lines.ts'
import { ITEM_INSET, QUOTE_INSET } from './insets.ts'

/** The narrowest and widest sensible width of some content, in points. */
export interface Extent {
  least: number
  most: number
}

/** An image in a table may shrink to this before words get less space. */
const LEAST_IMAGE = 60
/** A chart fills any width; below `least` its words overlap. */
const CHART: Extent = { least: 120, most: 400 }

/** Returns the widths that a table cell with these blocks needs. */
export function measureBlocks(fonts: FontSet, blocks: readonly Block[]): Extent {
  return blocks.map((block) => measureBlock(fonts, block)).reduce(widest, { least: 0, most: 0 })
}

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>
type Measure<Kind extends Block['kind']> = (fonts: FontSet, block: BlockOf<Kind>) => Extent

const MEASURES: { [Kind in Block['kind']]: Measure<Kind> } = {
  paragraph: (fonts, { inlines }) => ({
    least: measureText(fonts, inlines.map(shrunkImage)).least,
    most: measureText(fonts, inlines).most,
  }),
  item: (fonts, { blocks }) => widen(measureBlocks(fonts, blocks), ITEM_INSET),
  quote: (fonts, { blocks }) => widen(measureBlocks(fonts, blocks), QUOTE_INSET),
  group: (fonts, { blocks }) => measureBlocks(fonts, blocks),
  rule: () => ({ least: 0, most: 0 }),
  table: (fonts, { rows }) => measureRows(fonts, rows),
  code: (_, { size }) => ({ least: size, most: size }),
  strokes: (_, { width }) => ({ least: width, most: width }),
  chart: () => CHART,
}

function measureBlock(fonts: FontSet, block: Block): Extent {
  // The entry fits its own kind of block; the compiler cannot follow the relation between the two.
  const measure = MEASURES[block.kind] as Measure<Block['kind']>
  return measure(fonts, block)
}

function shrunkImage(
  inline: BlockOf<'paragraph'>['inlines'][number],
): BlockOf<'paragraph'>['inlines'][number] {
  return inline.kind === 'image' ? { ...inline, width: Math.min(inline.width, LEAST_IMAGE) } : inline
}

/** Measures a table in a cell: as wide as its widest row. */
function measureRows(fonts: FontSet, rows: BlockOf<'table'>['rows']): Extent {
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
