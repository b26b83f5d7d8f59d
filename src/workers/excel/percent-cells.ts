/** Formats of a percentage that every workbook has without naming them. */
const BUILT_IN = new Set(['9', '10'])
const LETTER_A = 64

/**
 * Returns the cells of the workbook's first sheet that show a percentage, as 'B2': the file holds 10 % as 0.1, and only
 * the cell's format tells. `files` are the workbook's parts by path.
 */
export function percentCells(files: ReadonlyMap<string, Uint8Array>): ReadonlySet<string> {
  const styles = percentStyles(textOf(files, 'xl/styles.xml'))
  const cells = new Set<string>()
  if (styles.size === 0) return cells
  for (const [tag] of textOf(files, firstSheet(files)).matchAll(/<c\s[^>]*>/g)) {
    const at = attribute(tag, 'r')
    if (at !== undefined && styles.has(Number(attribute(tag, 's') ?? '-1'))) cells.add(at)
  }
  return cells
}

/** The name of a cell as a sheet has it: column and row from 0, (0, 1) is 'A2'. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(LETTER_A + (((left - 1) % 26) + 1)) + letters
  return `${letters}${row + 1}`
}

function percentStyles(styles: string): Set<number> {
  const formats = new Set(BUILT_IN)
  for (const [tag] of styles.matchAll(/<numFmt\s[^>]*>/g)) {
    const shown = (attribute(tag, 'formatCode') ?? '').replaceAll(/&quot;.*?&quot;|\\./g, '')
    if (shown.includes('%')) formats.add(attribute(tag, 'numFmtId') ?? '')
  }
  const places = /<cellXfs[\s>][\s\S]*?<\/cellXfs>/.exec(styles)?.[0] ?? ''
  const ids = [...places.matchAll(/<xf\s[^>]*>/g)].map(([tag]) => attribute(tag, 'numFmtId') ?? '')
  return new Set(ids.flatMap((id, place) => (formats.has(id) ? [place] : [])))
}

function firstSheet(files: ReadonlyMap<string, Uint8Array>): string {
  const sheet = /<sheet\s[^>]*>/.exec(textOf(files, 'xl/workbook.xml'))?.[0] ?? ''
  const id = /\s\w+:id="([^"]*)"/.exec(sheet)?.[1]
  const relations = textOf(files, 'xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)
  for (const [tag] of relations) {
    const target = attribute(tag, 'Target') ?? ''
    if (attribute(tag, 'Id') === id) return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  return 'xl/worksheets/sheet1.xml'
}

const textOf = (files: ReadonlyMap<string, Uint8Array>, path: string): string =>
  new TextDecoder().decode(files.get(path))

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
