import { cutSentences } from '../cut-sentences.ts'
import { parseMarkup } from '../markup.ts'
import { markupToText } from '../markup-text.ts'
import type { CheckedPart, Sentence } from './sign-warning.ts'

/** The words of a part's markup; a text that is no report markup counts as it is written. */
export function wordsOfPart(html: string): string {
  const parsed = parseMarkup(html)
  return parsed.ok ? markupToText(parsed.nodes) : html
}

/** Cuts a part's words into sentences: at the end of a line, and behind a full stop with a blank after it. */
export function sentencesOf(part: CheckedPart, html: string): Sentence[] {
  const words = wordsOfPart(html)
  return cutSentences(words).map(({ from, to }) => ({ part, text: words.slice(from, to) }))
}
