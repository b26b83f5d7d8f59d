import type { Span } from './cut-sentences.ts'
import { PICTURE_IN_LINE } from './fields/find-fields.ts'
import type { MarkupNode } from './markup-node.ts'

/** The letters of what runs in a line, one for each place: a line break is `\n`, a picture one sign. */
export function lettersOfInline(nodes: readonly MarkupNode[]): string {
  return nodes.map(lettersOf).join('')
}

function lettersOf(node: MarkupNode): string {
  // A line end or a tab of the source is a space on the screen.
  if (node.kind === 'text') return node.text.replace(/[\t\r\n]/g, ' ')
  if (node.tag === 'br') return '\n'
  return 'children' in node ? lettersOfInline(node.children) : PICTURE_IN_LINE
}

/** What stands at these letters, with the marks around it (bold, colour); marks without a letter are left out. */
export function sliceInline(nodes: readonly MarkupNode[], { from, to }: Span): MarkupNode[] {
  const kept: MarkupNode[] = []
  let at = 0
  for (const node of nodes) {
    const { length } = lettersOf(node)
    const inside = { from: Math.max(0, from - at), to: Math.min(length, to - at) }
    at += length
    if (inside.from < inside.to) kept.push(sliceNode(node, inside, length))
  }
  return kept
}

function sliceNode(node: MarkupNode, inside: Span, length: number): MarkupNode {
  if (inside.from === 0 && inside.to === length) return node
  if (node.kind === 'text') return { kind: 'text', text: node.text.slice(inside.from, inside.to) }
  return 'children' in node ? { ...node, children: sliceInline(node.children, inside) } : node
}

/** What runs in a line without these stretches of its letters. */
export function cutInline(nodes: readonly MarkupNode[], cuts: readonly Span[]): MarkupNode[] {
  const kept: MarkupNode[] = []
  let at = 0
  for (const { from, to } of cuts.toSorted((a, b) => a.from - b.from)) {
    kept.push(...sliceInline(nodes, { from: at, to: from }))
    at = Math.max(at, to)
  }
  return [...kept, ...sliceInline(nodes, { from: at, to: lettersOfInline(nodes).length })]
}
