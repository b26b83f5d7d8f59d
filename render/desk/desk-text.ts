import type { Align, ParagraphBlock } from '../blocks/block.ts'
import { textBlock } from '../paper/plain-blocks.ts'
import type { TextStyle } from '../text/inline.ts'
import type { DeskLook } from './desk-look.ts'

const MIRRORED: Partial<Record<Align, Align>> = { left: 'right', right: 'left' }

/**
 * Returns a paragraph of a desk paper, with its alignment as on a paper from left to right. From right to left it is
 * mirrored, and the text is isolated: a name, number or sentence of another direction keeps its own.
 */
export function deskText(
  text: string,
  style: Partial<TextStyle>,
  { isRtl }: DeskLook,
  look: Partial<
    Pick<ParagraphBlock, 'align' | 'direction' | 'before' | 'after' | 'keepWithNext' | 'heading'>
  > = {},
): ParagraphBlock {
  if (!isRtl) return textBlock(text, style, look)
  const { align = 'start' } = look
  const mirrored = { ...look, align: MIRRORED[align] ?? align, direction: 'rtl' } as const
  return textBlock(text === '' ? '' : `\u2068${text}\u2069`, style, mirrored)
}

/** Returns a number in a column: on every paper at the right edge, so that decimals stand below each other. */
export const deskNumber = (text: string, style: Partial<TextStyle>, look: DeskLook): ParagraphBlock =>
  deskText(text, style, look, { align: look.isRtl ? 'left' : 'right' })
