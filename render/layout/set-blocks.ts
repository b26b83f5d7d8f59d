import type { Block, ListItemBlock, ParagraphBlock, QuoteBlock } from '../blocks/block.ts'
import type { FontSet } from '../fonts/font-set.ts'
import { PLAIN, textRun } from '../text/inline.ts'
import { setLines } from '../text/lines.ts'
import { chartFlow } from './chart-flow.ts'
import { codeFlow } from './code-flow.ts'
import type { Flow } from './flow.ts'
import { ITEM_INSET, QUOTE_INSET } from './insets.ts'
import { paintPieces, paragraphFlow } from './paragraph-flow.ts'
import { ruleFlow } from './rule-flow.ts'
import { setTable } from './set-table-block.ts'
import { stackFlow } from './stack-flow.ts'
import { strokesFlow } from './strokes-flow.ts'
import type { Tag } from './tag.ts'

const MARKER_GAP = 5
const QUOTE_BAR = '#b5b5b5'

/** Lays out blocks at a width: breaks lines and measures tables; pages come later. */
export function setBlocks(fonts: FontSet, blocks: readonly Block[], width: number): Flow[] {
  let list: Tag | undefined
  return blocks.map((block) => {
    // Consecutive items are one list.
    if (block.kind !== 'item') list = undefined
    else if (!list || block.startsList) list = { role: 'L' }
    return block.kind === 'item' && list ? setItem(fonts, block, width, list) : setBlock(fonts, block, width)
  })
}

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>
type Setter<Kind extends Block['kind']> = (fonts: FontSet, block: BlockOf<Kind>, width: number) => Flow

const SETTERS: { [Kind in Block['kind']]: Setter<Kind> } = {
  paragraph: setParagraph,
  item: (fonts, item, width) => setItem(fonts, item, width, { role: 'L' }),
  quote: setQuote,
  group: setGroup,
  rule: (_, _rule, width) => ruleFlow(width, 8, 8),
  table: (fonts, table, width) => setTable(fonts, table, width, setBlocks),
  code: (_, block) => codeFlow(block),
  strokes: (_, block) => strokesFlow(block),
  chart: chartFlow,
}

function setBlock(fonts: FontSet, block: Block, width: number): Flow {
  // The entry fits its own kind of block; the compiler cannot follow the relation between the two.
  const set = SETTERS[block.kind] as Setter<Block['kind']>
  return set(fonts, block, width)
}

function setGroup(fonts: FontSet, group: BlockOf<'group'>, width: number): Flow {
  const children = setBlocks(fonts, group.blocks, width)
  return stackFlow(children, { inset: 0, before: group.before, after: 0, together: true })
}

function setParagraph(fonts: FontSet, block: ParagraphBlock, width: number): Flow {
  const { lines, direction } = setLines(fonts, block.inlines, {
    width,
    direction: block.direction,
    size: block.size,
  })
  return paragraphFlow(lines, {
    width,
    align: block.align,
    direction,
    before: block.before,
    after: block.after,
    keepWithNext: block.keepWithNext ?? false,
    tag: { role: block.heading ? `H${block.heading}` : 'P', words: wordsOf(block.inlines) },
  })
}

const wordsOf = (inlines: ParagraphBlock['inlines']) =>
  inlines.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join('')

function setItem(fonts: FontSet, item: ListItemBlock, width: number, list: Tag): Flow {
  const rtl = item.direction === 'rtl'
  const inner = width - ITEM_INSET
  const children = setBlocks(fonts, item.blocks, inner)
  const size = sizeOf(item.blocks)
  const options = { width, direction: item.direction, size }
  const marker = setLines(fonts, [textRun(item.marker, { size })], options).lines[0]
  return stackFlow(children, {
    inset: rtl ? 0 : ITEM_INSET,
    before: 0,
    after: 3,
    together: false,
    tags: [list, { role: 'LI' }],
    body: { role: 'LBody' },
    paintMark(canvas, left, top) {
      if (!marker) return
      const x = left + (rtl ? inner + MARKER_GAP : ITEM_INSET - MARKER_GAP - marker.width)
      const baseline = top + (children[0]?.baseline ?? marker.ascent)
      canvas.within({ role: 'Lbl' }, () => paintPieces(canvas, marker, x, baseline))
    },
  })
}

/** Returns the type size of the first words among blocks. */
function sizeOf(blocks: readonly Block[]): number {
  const first = blocks[0]
  return first?.kind === 'paragraph' ? first.size : PLAIN.size
}

function setQuote(fonts: FontSet, quote: QuoteBlock, width: number): Flow {
  const rtl = quote.direction === 'rtl'
  return stackFlow(setBlocks(fonts, quote.blocks, width - QUOTE_INSET), {
    inset: rtl ? 0 : QUOTE_INSET,
    before: 4,
    after: 6,
    together: false,
    tags: [{ role: 'BlockQuote' }],
    paintBeside: (canvas, left, top, height) =>
      canvas.fill(rtl ? left + width - 2 : left, top, 2, height, QUOTE_BAR),
  })
}
