import type { MarkupElement, MarkupNode } from './markup-node.ts'
import { CONTENT_RULES, type ContentRule, isInline, readElement } from './markup-rules.ts'
import { quote } from './markup-style.ts'
import { MarkupFault, type MarkupToken, readTokens } from './markup-tokens.ts'

/** Deepest nesting: far above a list in a cell in a list, and no walk of the tree can overflow the stack. */
export const MARKUP_DEPTH_MAX = 60

export type MarkupAnswer =
  | { ok: true; nodes: MarkupNode[] }
  | {
      ok: false
      /** What is not allowed, by name and without any of the text: safe for messages and logs. */
      reason: string
      /** Index in the source. */
      at: number
    }

type Parent = Extract<MarkupElement, { children: MarkupNode[] }>

/**
 * Reads the markup of a report by a strict allow-list: exactly the tags, attributes and styles that the editor
 * writes, properly nested and closed. Anything else is refused with a reason that names it; nothing is repaired or
 * dropped, because the server never rewrites a doctor's text (docs/reports.md). The empty text is allowed.
 */
export function parseMarkup(html: string): MarkupAnswer {
  const nodes: MarkupNode[] = []
  const open: Parent[] = []
  try {
    for (const token of readTokens(html)) take(token, open, nodes)
    const left = open.at(-1)
    if (left) throw new MarkupFault(`The tag ${quote(left.tag)} is not closed.`, html.length)
    return { ok: true, nodes }
  } catch (fault) {
    if (fault instanceof MarkupFault) return { ok: false, reason: fault.message, at: fault.at }
    throw fault
  }
}

function take(token: MarkupToken, open: Parent[], nodes: MarkupNode[]): void {
  const parent = open.at(-1)
  const siblings = parent?.children ?? nodes
  const content = CONTENT_RULES[parent?.tag ?? 'root']
  if (token.kind === 'close') {
    if (parent?.tag !== token.tag)
      throw new MarkupFault(`The closing tag ${quote(token.tag)} closes nothing.`, token.at)
    open.pop()
  } else if (token.kind === 'text') {
    if (isLayout(token.text, content, siblings)) return
    if (!content.hasText)
      throw new MarkupFault(`Text may not stand directly in ${quote(parent?.tag ?? '')}.`, token.at)
    siblings.push({ kind: 'text', text: token.text })
  } else {
    const element = readElement(token.tag, token.attributes, token.at)
    if (!content.tags.some((tag) => tag === element.tag))
      throw new MarkupFault(
        `The tag ${quote(element.tag)} may not stand ${parent ? `in ${quote(parent.tag)}` : 'by itself'}.`,
        token.at,
      )
    siblings.push(element)
    if ('children' in element) begin(element, token.isClosed, open, token.at)
  }
}

function begin(element: Parent, isClosed: boolean, open: Parent[], at: number): void {
  if (isClosed) throw new MarkupFault(`The tag ${quote(element.tag)} must be closed by a tag of its own.`, at)
  if (open.length >= MARKUP_DEPTH_MAX) throw new MarkupFault('The text is nested too deeply.', at)
  open.push(element)
}

/** Line ends and spaces that only format the source: between blocks, rows and items, never within a line. */
function isLayout(
  text: string,
  { hasText, isLaidOut }: ContentRule,
  siblings: readonly MarkupNode[],
): boolean {
  if (!isLaidOut || !/^[ \t\r\n]*$/.test(text)) return false
  const before = siblings.at(-1)
  return !hasText || before === undefined || (before.kind === 'element' && !isInline(before.tag))
}
