import type { Block, ParagraphBlock, TableBlock, TableBlockCell } from '../blocks/block.ts'
import { type Inline, PLAIN, type TextStyle, textRun } from '../text/inline.ts'

/** Returns a paragraph of the paper's own words. */
export function textBlock(
  text: string,
  style: Partial<TextStyle> = {},
  look: Partial<Omit<ParagraphBlock, 'kind' | 'inlines'>> = {},
): ParagraphBlock {
  return inlineBlock([textRun(text, style)], { size: style.size ?? PLAIN.size, ...look })
}

/** Returns a paragraph of given inlines, without space around it. */
export function inlineBlock(
  inlines: readonly Inline[],
  look: Partial<Omit<ParagraphBlock, 'kind' | 'inlines'>> = {},
): ParagraphBlock {
  return { kind: 'paragraph', align: 'start', size: PLAIN.size, before: 0, after: 0, ...look, inlines }
}

const cell = (blocks: readonly Block[]): TableBlockCell => ({ blocks, columnSpan: 1, rowSpan: 1 })

/** Returns columns without frames; widths in points. With `rtl` the first column is on the right. */
export function columnsBlock(
  rows: readonly (readonly (readonly Block[])[])[],
  widths: readonly number[],
  rtl = false,
): TableBlock {
  return {
    kind: 'table',
    look: 'plain',
    rtl,
    columns: widths,
    rows: rows.map((cells) => ({ isHead: false, cells: cells.map(cell) })),
  }
}
