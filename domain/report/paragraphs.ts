import { parseMarkup } from './markup.ts'
import { isInline } from './markup-rules.ts'
import { markupToText, serialiseMarkup } from './markup-text.ts'

/** A top-level block of a report's text: the unit that the conflict view shows, compares and takes over. */
export interface Paragraph {
  /** The block's markup, ready to be put back into a text. */
  html: string
  /** Its words, for comparing and for reading aloud. */
  text: string
}

/** Splits a text into its top-level blocks. Invalid markup becomes one block, so nothing is lost. */
export function paragraphsOf(html: string): Paragraph[] {
  const parsed = parseMarkup(html)
  if (!parsed.ok) return html === '' ? [] : [{ html, text: html }]
  const paragraphs: Paragraph[] = []
  let run: typeof parsed.nodes = []
  const endRun = () => {
    if (run.length > 0) paragraphs.push({ html: serialiseMarkup(run), text: markupToText(run) })
    run = []
  }
  for (const node of parsed.nodes) {
    const isBlock = node.kind === 'element' && !isInline(node.tag)
    if (isBlock) endRun()
    run.push(node)
    if (isBlock) endRun()
  }
  endRun()
  return paragraphs
}
