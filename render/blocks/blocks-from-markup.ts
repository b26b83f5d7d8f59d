import type { MarkupElement, MarkupNode } from '#domain/report/markup-node.ts'
import { isInline } from '#domain/report/markup-rules.ts'
import { findDirection } from '../text/bidi.ts'
import type { Block } from './block.ts'
import { type BlockContext, contextInside, lettersOf } from './block-context.ts'
import { inlinesFromMarkup } from './inlines-from-markup.ts'
import { bulletAt, numberMarker } from './list-marker.ts'
import { tableFromMarkup } from './table-from-markup.ts'

type Element<Tag extends MarkupElement['tag']> = Extract<MarkupElement, { tag: Tag }>
type Parent = Extract<MarkupElement, { children: MarkupNode[] }>

const PARAGRAPH_AFTER = 5

const PARAGRAPHS = {
  p: { scale: 1, bold: false, before: 0, after: PARAGRAPH_AFTER, heading: undefined },
  // Below the headings of the paper itself: its title and its parts.
  h1: { scale: 1.3, bold: true, before: 10, after: 5, heading: 3 },
  h2: { scale: 1.16, bold: true, before: 9, after: 4, heading: 4 },
  h3: { scale: 1.06, bold: true, before: 8, after: 3, heading: 5 },
} as const

/** Converts the tree of a report's text into blocks. Letters outside paragraphs become separate paragraphs. */
export function blocksFromMarkup(nodes: readonly MarkupNode[], context: BlockContext): Block[] {
  const blocks: Block[] = []
  let loose: MarkupNode[] = []
  const closeLoose = () => {
    const block = paragraph(loose, 'p', context)
    if (block.inlines.length > 0) blocks.push(block)
    loose = []
  }
  for (const node of nodes) {
    if (node.kind === 'text' || isInline(node.tag)) {
      loose.push(node)
      continue
    }
    closeLoose()
    blocks.push(...blocksOf(node, context))
  }
  closeLoose()
  return blocks
}

function blocksOf(element: MarkupElement, context: BlockContext): Block[] {
  switch (element.tag) {
    case 'p':
    case 'h1':
    case 'h2':
    case 'h3':
      return [paragraph(element.children, element.tag, contextInside(context, element))]
    case 'ul':
    case 'ol':
      return listItems(element, context)
    case 'blockquote':
      return [quote(element, context)]
    case 'table':
      return [tableFromMarkup(element, contextInside(context, element), blocksFromMarkup)]
    case 'hr':
      return [{ kind: 'rule' }]
    default:
      return 'children' in element ? blocksFromMarkup(element.children, contextInside(context, element)) : []
  }
}

function paragraph(nodes: readonly MarkupNode[], tag: keyof typeof PARAGRAPHS, context: BlockContext) {
  const { scale, bold, before, after, heading } = PARAGRAPHS[tag]
  const size = context.style.size * scale
  const style = { ...context.style, size, bold: bold || context.style.bold }
  return {
    kind: 'paragraph' as const,
    inlines: inlinesFromMarkup(nodes, style, context),
    align: context.align,
    direction: context.direction,
    size,
    before,
    after,
    keepWithNext: tag !== 'p',
    ...(heading !== undefined && { heading }),
  }
}

function listItems(list: Element<'ol'> | Parent, context: BlockContext): Block[] {
  const inside = contextInside(context, list)
  const depth = context.listDepth
  const direction = inside.direction ?? findDirection(lettersOf(list)) ?? 'ltr'
  const items = list.children.filter(
    (child): child is Parent => child.kind === 'element' && child.tag === 'li',
  )
  return items.map((item, index) => ({
    kind: 'item',
    ...(index === 0 && { startsList: true }),
    marker: list.tag === 'ol' ? numberMarker(list.start + index, list.numbering) : bulletAt(depth),
    direction,
    blocks: blocksFromMarkup(item.children, { ...contextInside(inside, item), listDepth: depth + 1 }),
  }))
}

function quote(element: Parent, context: BlockContext): Block {
  const inside = contextInside(context, element)
  return {
    kind: 'quote',
    direction: inside.direction ?? findDirection(lettersOf(element)) ?? 'ltr',
    blocks: blocksFromMarkup(element.children, inside),
  }
}
