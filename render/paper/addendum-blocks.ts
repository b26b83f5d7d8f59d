import type { Block } from '../blocks/block.ts'
import type { MarkupFrame } from '../blocks/inlines-from-markup.ts'
import type { PaperAddendum, PaperLook } from '../paper-input.ts'
import { textBlock } from './plain-blocks.ts'
import { signatureBlocks } from './signature-blocks.ts'
import { textBlocks } from './text-blocks.ts'
import { PAPER_WORDS } from './words.ts'

/** Returns the blocks of an addendum: under a rule, with its own date and signature, never inside the text above. */
export function addendumBlocks(input: PaperLook, addendum: PaperAddendum, frame: MarkupFrame): Block[] {
  const { content, signature } = addendum
  const heading = `${PAPER_WORDS.addendum}, ${signature.when}`
  return [
    { kind: 'rule' },
    textBlock(heading, { bold: true, size: 12.5 }, { before: 6, after: 4, keepWithNext: true, heading: 2 }),
    ...textBlocks(content, frame),
    ...signatureBlocks(input, [signature], frame),
  ]
}
