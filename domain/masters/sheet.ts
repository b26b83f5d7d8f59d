/** Most rows of one import, without the heading. */
export const SHEET_ROWS_MAX = 20_000

/** Shown if a sheet has no rows (docs/masters.md#lists, word for word). */
export const NO_RECORDS = 'There is no records!'
/** Asked before a sheet is sent (docs/masters.md#lists, word for word). */
export const ASK_UPLOAD = 'Are you sure to upload?'
/** Shown if a sheet is too long. */
export const tooManyRows = (rows?: number): string => {
  const most = SHEET_ROWS_MAX.toLocaleString('en')
  return rows === undefined
    ? `This sheet has more than ${most} rows. Split it: one import takes at most ${most}.`
    : `This sheet has ${rows.toLocaleString('en')} rows. Split it: one import takes at most ${most}.`
}

/** One column of an imported sheet. */
export interface SheetColumn<Name extends string = string> {
  name: Name
  /** The heading in the sample, and in messages about a cell. */
  title: string
  /** Other headings that mean the same. */
  aliases?: readonly string[]
  /** The sheet is refused if the column is missing. */
  required?: true
  /** Its cells are amounts. */
  isAmount?: true
}

/** The cells of one row by column, trimmed; missing cells are empty. */
export type Cells<Name extends string = string> = Partial<Record<Name, string>>

/** The row to store, or the rules that it breaks, each a sentence that begins with the column's title. */
export type RowVerdict<Row> =
  | { row: Row; faults?: undefined }
  | { faults: readonly string[]; row?: undefined }

const plain = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Maps each column to its cell index by the headings of the first row; case, spaces and signs are ignored.
 * `missing` names the required columns without a heading.
 */
export function matchColumns<Name extends string>(
  columns: readonly SheetColumn<Name>[],
  headings: readonly string[],
): { places: ReadonlyMap<Name, number>; missing: string[] } {
  const given = headings.map(plain)
  const places = new Map<Name, number>()
  for (const { name, title, aliases = [] } of columns) {
    const place = given.findIndex((heading) => [name, title, ...aliases].map(plain).includes(heading))
    if (place >= 0) places.set(name, place)
  }
  const missing = columns.filter(({ name, required }) => required && !places.has(name))
  return { places, missing: missing.map(({ title }) => title) }
}

/** A cell that a spreadsheet would run as a formula is written as text; reading removes the prefix again. */
const FORMULA = /^[=+\-@\t\r]/
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
export const unescapeFormula = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text)
