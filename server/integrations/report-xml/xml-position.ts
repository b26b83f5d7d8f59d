/** A position in a document: its line from 1, and the element that is open there; undefined outside all elements. */
export interface XmlPosition {
  line: number
  element: string | undefined
}

/**
 * An unterminated part matches the rest, and a name ends where no name character follows; otherwise a repeated search
 * for the end would take quadratic time.
 */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(\/?)([^\s<>/!?]+)(?=[\s/>])[^<>]*?(\/?)>/g

/** A token of a document: a tag, or a part in which references are not resolved. */
interface XmlToken {
  at: number
  end: number
  /** Undefined for a comment, a CDATA section or an instruction. */
  tag: { name: string; kind: 'open' | 'close' | 'empty' } | undefined
}

/** Yields the tags of a document and its literal parts, in order. */
export function* tokensOf(xml: string): Generator<XmlToken> {
  for (const { index: at, 0: whole, 1: slash, 2: name, 3: isEmpty } of xml.matchAll(TOKEN)) {
    const kind = slash === '/' ? 'close' : isEmpty === '/' ? 'empty' : 'open'
    yield { at, end: at + whole.length, tag: name === undefined ? undefined : { name, kind } }
  }
}

/** Returns the position of a character of the document, `index` from 0. */
export function positionAt(xml: string, index: number): XmlPosition {
  const open: string[] = []
  for (const { at, tag } of tokensOf(xml)) {
    if (at >= index) break
    if (tag?.kind === 'open') open.push(tag.name)
    else if (tag?.kind === 'close') open.pop()
  }
  return { line: lineAt(xml, index), element: open.at(-1) }
}

/** Returns the line of a character of the document, from 1. */
export function lineAt(xml: string, index: number): number {
  let line = 1
  for (let at = xml.indexOf('\n'); at >= 0 && at < index; at = xml.indexOf('\n', at + 1)) line += 1
  return line
}

/** Returns where a line begins; the document's end if it has fewer lines. */
export function startOfLine(xml: string, line: number): number {
  let at = 0
  for (let each = 1; each < line; each += 1) {
    const next = xml.indexOf('\n', at)
    if (next < 0) return xml.length
    at = next + 1
  }
  return at
}

/** Returns 'line 3, in <description>', for use within a sentence. */
export const wordsOf = ({ line, element }: XmlPosition): string =>
  element === undefined ? `line ${line}` : `line ${line}, in <${element}>`
