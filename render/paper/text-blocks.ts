import { parseMarkup } from '#domain/report/markup.ts'
import type { Block } from '../blocks/block.ts'
import { blocksFromMarkup } from '../blocks/blocks-from-markup.ts'
import type { MarkupFrame } from '../blocks/inlines-from-markup.ts'
import { PLAIN } from '../text/inline.ts'

/** Thrown for a text that is not in the report grammar; the server never stores one. */
export class UnprintableReport extends Error {
  constructor(reason: string) {
    super(`The report cannot be printed: ${reason}`)
    this.name = 'UnprintableReport'
  }
}

/** Returns the blocks of a text in the report grammar, without empty ends. Throws UnprintableReport. */
export function textBlocks(markup: string, frame: MarkupFrame): Block[] {
  const parsed = parseMarkup(markup)
  if (!parsed.ok) throw new UnprintableReport(parsed.reason)
  return withoutEmptyEnds(
    blocksFromMarkup(parsed.nodes, {
      ...frame,
      style: PLAIN,
      align: 'start',
      direction: undefined,
      listDepth: 0,
    }),
  )
}

/** Removes the empty paragraphs that editors leave before and after a text, because they would print as gaps. */
function withoutEmptyEnds(blocks: readonly Block[]): Block[] {
  const first = blocks.findIndex((block) => !isEmpty(block))
  const last = blocks.findLastIndex((block) => !isEmpty(block))
  return first < 0 ? [] : blocks.slice(first, last + 1)
}

const isEmpty = (block: Block) => block.kind === 'paragraph' && block.inlines.every(isBlankInline)

type Paragraph = Extract<Block, { kind: 'paragraph' }>

const isBlankInline = (inline: Paragraph['inlines'][number]) =>
  inline.kind === 'break' || (inline.kind === 'text' && /^[\s\u00A0]*$/.test(inline.text))
