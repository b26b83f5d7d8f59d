import { parseMarkup } from '#domain/report/markup.ts'
import type { Block } from '../blocks/block.ts'
import { blocksFromMarkup } from '../blocks/blocks-from-markup.ts'
import type { MarkupFrame } from '../blocks/inlines-from-markup.ts'
import type { PaperInput, PaperReport } from '../paper-input.ts'
import { PLAIN } from '../text/inline.ts'
import { textBlock } from './plain-blocks.ts'
import { signatureBlocks } from './signature-blocks.ts'
import { PAPER_WORDS } from './words.ts'

const SECTIONS = ['description', 'conclusion', 'recommendation'] as const

/** Thrown for a text that is not of the report grammar; the server never stores one. */
export class UnprintableReport extends Error {
  constructor(reason: string) {
    super(`The report cannot be printed: ${reason}`)
    this.name = 'UnprintableReport'
  }
}

/** One report: its name, the parts that say something under their headings, and its signatures. */
export function reportBlocks(input: PaperInput, report: PaperReport, frame: MarkupFrame): Block[] {
  return [
    ...titleBlocks(report.name),
    ...SECTIONS.flatMap((section) => sectionBlocks(PAPER_WORDS[section], report[section], frame)),
    ...signatureBlocks(input, report.signatures, frame),
  ]
}

/** The small print after the last report. */
export function disclaimerBlocks(disclaimer: string): Block[] {
  if (disclaimer.trim() === '') return []
  return disclaimer
    .split('\n')
    .map((line, index) =>
      textBlock(line, { size: 8, color: '#555555' }, { before: index === 0 ? 12 : 0, after: 1 }),
    )
}

function titleBlocks(name: string): Block[] {
  if (name.trim() === '') return []
  return [textBlock(name, { bold: true, size: 14 }, { align: 'center', after: 8, keepWithNext: true })]
}

function sectionBlocks(heading: string, markup: string, frame: MarkupFrame): Block[] {
  const parsed = parseMarkup(markup)
  if (!parsed.ok) throw new UnprintableReport(parsed.reason)
  const blocks = withoutEmptyEnds(
    blocksFromMarkup(parsed.nodes, {
      ...frame,
      style: PLAIN,
      align: 'start',
      direction: undefined,
      listDepth: 0,
    }),
  )
  if (blocks.length === 0) return []
  return [
    textBlock(heading, { bold: true, size: 12.5 }, { before: 10, after: 4, keepWithNext: true }),
    ...blocks,
  ]
}

/** Editors leave an empty paragraph before and after a text; on paper it would only be a hole. */
function withoutEmptyEnds(blocks: readonly Block[]): Block[] {
  const first = blocks.findIndex((block) => !isEmpty(block))
  const last = blocks.findLastIndex((block) => !isEmpty(block))
  return first < 0 ? [] : blocks.slice(first, last + 1)
}

const isEmpty = (block: Block) => block.kind === 'paragraph' && block.inlines.every(isBlankInline)

type Paragraph = Extract<Block, { kind: 'paragraph' }>

const isBlankInline = (inline: Paragraph['inlines'][number]) =>
  inline.kind === 'break' || (inline.kind === 'text' && /^[\s\u00A0]*$/.test(inline.text))
