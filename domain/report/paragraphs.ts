import { parseMarkup } from './markup.ts'
import { isInline } from './markup-rules.ts'
import { markupToText, serialiseMarkup } from './markup-text.ts'

/** A top-level block of a report's text: what the conflict view shows, compares and takes over as a whole. */
export interface Paragraph {
  /** The block's markup, ready to be put back into a text. */
  html: string
  /** Its words, for comparing and for reading aloud. */
  text: string
}

/** Cuts a text into its top-level blocks. A text that is no report markup is one block: nothing is lost. */
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
