/** Data of one cell from the sheet's markup, beyond the value that the library returns. */
export interface ScannedCell {
  /** From 0. */
  row: number
  column: number
  /** Index of its format in the workbook's list of formats. */
  style: number
  isError: boolean
  hasFormula: boolean
  /** The stored value; empty if none was calculated. */
  value: string
}

const TAG = /<(?:\w+:)?(row|c)((?:\s[^>]*?)?)(\/?)>/g
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</
const FORMULA = /<(?:\w+:)?f[\s/>]/
const END_OF_CELL = /<\/(?:\w+:)?c>/g
const LETTER_A = 64

/**
 * Yields the cells of a worksheet's markup in order. A row or cell without a position follows the previous one; tags
 * may have a namespace prefix.
 */
export function* scanCells(markup: string): Generator<ScannedCell> {
  let row = -1
  let column = -1
  for (const tag of markup.matchAll(TAG)) {
    const [whole, name, attributes = '', isEmpty] = tag
    const place = attribute(attributes, 'r')
    if (name === 'row') {
      row = place === undefined ? row + 1 : Number(place) - 1
      column = -1
      continue
    }
    const letters = /^[A-Z]+/.exec(place ?? '')?.[0]
    column = letters === undefined ? column + 1 : columnOf(letters)
    const body = isEmpty ? '' : bodyFrom(markup, tag.index + whole.length)
    yield {
      row,
      column,
      style: Number(attribute(attributes, 's') ?? '0'),
      isError: attribute(attributes, 't') === 'e',
      hasFormula: FORMULA.test(body),
      value: VALUE.exec(body)?.[1]?.trim() ?? '',
    }
  }
}

function bodyFrom(markup: string, from: number): string {
  END_OF_CELL.lastIndex = from
  return markup.slice(from, END_OF_CELL.exec(markup)?.index ?? from)
}

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - LETTER_A, 0) - 1

/** The name of a cell in a sheet: column and row from 0, (0, 1) is 'A2'. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(LETTER_A + (((left - 1) % 26) + 1)) + letters
  return `${letters}${row + 1}`
}

/** An attribute of a tag's text, ignoring its prefix; undefined if it has none. */
export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(tag)?.[1]
