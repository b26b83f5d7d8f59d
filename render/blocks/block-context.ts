import type { MarkupElement, MarkupNode } from '#domain/report/markup-node.ts'
import type { WritingDirection } from '../text/bidi.ts'
import type { TextStyle } from '../text/inline.ts'
import type { Align } from './block.ts'
import { type MarkupFrame, markStyle } from './inlines-from-markup.ts'

/** What blocks inherit from the elements around them. */
export interface BlockContext extends MarkupFrame {
  style: TextStyle
  align: Align
  /** As an element around says; undefined: each paragraph by its first strong letter. */
  direction: WritingDirection | undefined
  listDepth: number
}

/** What the children of an element inherit. `dir="auto"` lets each paragraph decide for itself. */
export function contextInside(context: BlockContext, element: MarkupElement): BlockContext {
  const { dir, style } = element
  return {
    ...context,
    style: markStyle(context.style, element),
    align: style.textAlign ?? context.align,
    direction: dir === undefined ? context.direction : dir === 'auto' ? undefined : dir,
  }
}

/** The letters of an element, to see its direction by. */
export function lettersOf(node: MarkupNode): string {
  if (node.kind === 'text') return node.text
  return 'children' in node ? node.children.map(lettersOf).join(' ') : ''
}
