/** Where something stands in a document: its line from 1, and the element that is open there; none outside of all. */
export interface XmlPlace {
  line: number
  element: string | undefined
}

/**
 * A part that never ends takes the rest, and a name ends where no letter of it follows: looking for the end again from
 * each place would take the square of the document's length.
 */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(\/?)([^\s<>/!?]+)(?=[\s/>])[^<>]*?(\/?)>/g

/** One thing between two signs of a document: a tag, or a part in which references are no references. */
interface XmlToken {
  at: number
  end: number
  /** Undefined for a comment, a CDATA part or an instruction. */
  tag: { name: string; kind: 'open' | 'close' | 'empty' } | undefined
}

/** The tags of a document, and its parts that are taken as they stand, in their order. */
export function* tokensOf(xml: string): Generator<XmlToken> {
  for (const { index: at, 0: whole, 1: slash, 2: name, 3: isEmpty } of xml.matchAll(TOKEN)) {
    const kind = slash === '/' ? 'close' : isEmpty === '/' ? 'empty' : 'open'
    yield { at, end: at + whole.length, tag: name === undefined ? undefined : { name, kind } }
  }
}

/** The place of a letter of the document, `index` from 0. */
export function placeAt(xml: string, index: number): XmlPlace {
  const open: string[] = []
  for (const { at, tag } of tokensOf(xml)) {
    if (at >= index) break
    if (tag?.kind === 'open') open.push(tag.name)
    else if (tag?.kind === 'close') open.pop()
  }
  return { line: lineAt(xml, index), element: open.at(-1) }
}

/** Line of a letter of the document, from 1. */
export function lineAt(xml: string, index: number): number {
  let line = 1
  for (let at = xml.indexOf('\n'); at >= 0 && at < index; at = xml.indexOf('\n', at + 1)) line += 1
  return line
}

/** Where a line begins; the document's end where it has fewer. */
export function startOfLine(xml: string, line: number): number {
  let at = 0
  for (let each = 1; each < line; each += 1) {
    const next = xml.indexOf('\n', at)
    if (next < 0) return xml.length
    at = next + 1
  }
  return at
}

/** 'line 3, in <description>', as a sentence goes on. */
export const wordsOf = ({ line, element }: XmlPlace): string =>
  element === undefined ? `line ${line}` : `line ${line}, in <${element}>`
