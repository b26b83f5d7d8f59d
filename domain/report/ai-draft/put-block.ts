import type { MarkupElement, MarkupNode } from '../markup-node.ts'

/** Nodes with one more block behind them; an item goes on with a list of its kind. */
export function putBlock(before: readonly MarkupNode[], block: MarkupElement): MarkupNode[] {
  const last = before.at(-1)
  const goesOn =
    last?.kind === 'element' &&
    last.dir === block.dir &&
    ((last.tag === 'ul' && block.tag === 'ul') ||
      (last.tag === 'ol' && block.tag === 'ol' && last.numbering === block.numbering))
  if (!goesOn || !('children' in block)) return [...before, block]
  return [...before.slice(0, -1), { ...last, children: [...last.children, ...block.children] }]
}
