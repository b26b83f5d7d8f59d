import type { Node } from '@tiptap/pm/model'

/** A range in the editor's document. */
export interface TextRange {
  from: number
  to: number
}

/**
 * Finds words in a document: the first of `found` within `sentence`, else the whole sentence, else the first of `found`
 * anywhere. Any run of blanks counts as one; undefined if none of it is left.
 */
export function findWords(doc: Node, sentence: string, found: readonly string[]): TextRange | undefined {
  const words = found.filter((word) => word !== '')
  const whole = placeOf(doc, sentence)
  if (!whole) return words.map((word) => placeOf(doc, word)).find((place) => place !== undefined)
  const inside = words.map((word) => placeOf(doc, word, whole)).find((place) => place !== undefined)
  return inside ?? whole
}

/** The first occurrence of some words, within `within` if given. */
function placeOf(doc: Node, words: string, within?: TextRange): TextRange | undefined {
  if (words.trim() === '') return undefined
  const pattern = new RegExp(escaped(words.trim()).replace(/\s+/gu, '\\s+'), 'u')
  let place: TextRange | undefined
  doc.descendants((block, pos) => {
    if (place || !block.isTextblock) return !place
    const start = pos + 1
    const [first, last] = within ? [Math.max(0, within.from - start), within.to - start] : [0, Infinity]
    // One character per leaf, so that offsets in the line are positions in the document.
    const line = block.textBetween(0, block.content.size, undefined, () => '\n').slice(0, Math.max(0, last))
    const hit = pattern.exec(line.slice(first))
    if (hit) place = { from: start + first + hit.index, to: start + first + hit.index + hit[0].length }
    return false
  })
  return place
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
