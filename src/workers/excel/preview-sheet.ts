import { v7 as mintId } from 'uuid'
import { type Cells, matchColumns } from '#domain/masters/sheet.ts'
import { rulesOf, type SheetKind } from '#domain/masters/sheet-imports.ts'
import type { ReadSheet, SheetRow } from './read-sheet.ts'
import { SheetRefused } from './sheet-refused.ts'

/** One row as a person checks it before it is sent. */
export interface PreviewRow {
  /** Of the record that it becomes: minted once, so that a part sent twice makes no second record. */
  id: string
  /** As the spreadsheet counts it. */
  line: number
  cells: Cells
  /** Why it is not sent; none where it is good. */
  faults: string[]
}

/**
 * Judges each row by the rules that the server will ask, and by what stands in the sheet twice or is there already
 * (`taken`, by key). Calls `onProgress` now and then. Throws SheetRefused where a required column is not there.
 */
export function previewSheet(
  { headings, rows }: ReadSheet,
  sheet: SheetKind,
  taken: ReadonlySet<string>,
  onProgress?: (done: number) => void,
): PreviewRow[] {
  const rules = rulesOf(sheet)
  const { places, missing } = matchColumns(rules.columns, headings)
  if (missing.length > 0)
    throw new SheetRefused(
      `The first row of the sheet must name its columns. Missing: ${missing.join(', ')}.`,
    )
  const lines = new Map<string, number>()
  return rows.map((row, index) => {
    if (index % 1_000 === 999) onProgress?.(index + 1)
    const cells: Cells = {}
    for (const [name, place] of places) cells[name] = row.cells[place] ?? ''
    const unread = unreadFaults(row, places, rules.columns)
    const faults = [...unread.faults, ...rules.faultsOf(cells).filter((fault) => !unread.isOf(fault))]
    const key = rules.keyOf(cells)
    const earlier = lines.get(key)
    if (earlier !== undefined) faults.push(`stands in row ${earlier} already`)
    else lines.set(key, row.line)
    if (taken.has(key)) faults.push('is there already')
    return { id: mintId(), line: row.line, cells, faults }
  })
}

/** What is said of cells that could not be read; what a rule says of the same column besides would mislead. */
function unreadFaults(
  { dates, unread = [] }: SheetRow,
  places: ReadonlyMap<string, number>,
  columns: readonly { name: string; title: string }[],
): { faults: string[]; isOf: (fault: string) => boolean } {
  if (dates.length === 0 && unread.length === 0) return { faults: [], isOf: () => false }
  const titles: string[] = []
  const faults = columns.flatMap(({ name, title }) => {
    const place = places.get(name) ?? -1
    const why = dates.includes(place)
      ? 'is a date in the sheet; format the cell as text'
      : unread.find((cell) => cell.place === place)?.why
    if (why === undefined) return []
    titles.push(title)
    return [`${title} ${why}`]
  })
  return { faults, isOf: (fault) => titles.some((title) => fault.startsWith(`${title} `)) }
}
