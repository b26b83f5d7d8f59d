import { parseMarkup } from '../markup.ts'
import { markupToText } from '../markup-text.ts'
import type { CheckedPart, Sentence } from './sign-warning.ts'

const ABBREVIATED = /\b(?:e\.g|i\.e|approx|vs|cf|dr|fig|no|lt|rt|st)\.$/i

/** The words of a part's markup; a text that is no report markup counts as it is written. */
export function wordsOfPart(html: string): string {
  const parsed = parseMarkup(html)
  return parsed.ok ? markupToText(parsed.nodes) : html
}

/** Cuts a part's words into sentences: at the end of a line, and behind a full stop with a blank after it. */
export function sentencesOf(part: CheckedPart, html: string): Sentence[] {
  return wordsOfPart(html)
    .split('\n')
    .flatMap(cutLine)
    .map((text) => ({ part, text }))
}

function cutLine(line: string): string[] {
  const sentences: string[] = []
  let begun = ''
  for (const piece of line.split(/(?<=[.?!।])\s+/u)) {
    begun = begun === '' ? piece : `${begun} ${piece}`
    if (ABBREVIATED.test(piece)) continue
    sentences.push(begun)
    begun = ''
  }
  return [...sentences, begun].map((text) => text.trim()).filter((text) => text !== '')
}
