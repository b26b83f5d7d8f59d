import type { MarkupElement, MarkupNode } from '#domain/report/markup-node.ts'
import type { WritingDirection } from '../text/bidi.ts'
import type { TextStyle } from '../text/inline.ts'
import type { Align } from './block.ts'
import { type MarkupFrame, markStyle } from './inlines-from-markup.ts'

/** What blocks inherit from the elements around them. */
export interface BlockContext extends MarkupFrame {
  style: TextStyle
  align: Align
  /** The direction of the nearest element that sets it; undefined: each paragraph by its first strong letter. */
  direction: WritingDirection | undefined
  listDepth: number
}

/** Returns what the children of an element inherit. With `dir="auto"` each paragraph decides for itself. */
export function contextInside(context: BlockContext, element: MarkupElement): BlockContext {
  const { dir, style } = element
  return {
    ...context,
    style: markStyle(context.style, element),
    align: style.textAlign ?? context.align,
    direction: dir === undefined ? context.direction : dir === 'auto' ? undefined : dir,
  }
}

/** Returns the letters of an element, from which its direction is found. */
export function lettersOf(node: MarkupNode): string {
  if (node.kind === 'text') return node.text
  return 'children' in node ? node.children.map(lettersOf).join(' ') : ''
}
