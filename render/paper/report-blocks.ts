import type { Block } from '../blocks/block.ts'
import type { MarkupFrame } from '../blocks/inlines-from-markup.ts'
import type { PaperLook, PaperReport } from '../paper-input.ts'
import { addendumBlocks } from './addendum-blocks.ts'
import { textBlock } from './plain-blocks.ts'
import { signatureBlocks } from './signature-blocks.ts'
import { textBlocks } from './text-blocks.ts'
import { PAPER_WORDS } from './words.ts'

const SECTIONS = ['description', 'conclusion', 'recommendation'] as const

/** Returns one report: its name, its non-empty parts under their headings, its signatures, and its addenda. */
export function reportBlocks(input: PaperLook, report: PaperReport, frame: MarkupFrame): Block[] {
  return [
    ...titleBlocks(report.name),
    ...SECTIONS.flatMap((section) => sectionBlocks(PAPER_WORDS[section], report[section], frame)),
    ...signatureBlocks(input, report.signatures, frame, report.check),
    ...(report.addenda ?? []).flatMap((addendum) => addendumBlocks(input, addendum, frame)),
  ]
}

/** Returns the disclaimer after the last report. */
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
  return [
    textBlock(name, { bold: true, size: 14 }, { align: 'center', after: 8, keepWithNext: true, heading: 1 }),
  ]
}

function sectionBlocks(heading: string, markup: string, frame: MarkupFrame): Block[] {
  const blocks = textBlocks(markup, frame)
  if (blocks.length === 0) return []
  return [
    textBlock(heading, { bold: true, size: 12.5 }, { before: 10, after: 4, keepWithNext: true, heading: 2 }),
    ...blocks,
  ]
}
