import { v7 as mintId } from 'uuid'
import { type Cells, matchColumns, type SheetColumn } from '#domain/masters/sheet.ts'
import { rulesOf, type SheetKind } from '#domain/masters/sheet-imports.ts'
import type { ReadSheet, SheetRow } from './read-sheet.ts'
import { SheetRefused } from './sheet-refused.ts'

/** One row for review before it is sent. */
export interface PreviewRow {
  /** The id of the future record: created once, so that a part sent twice makes no second record. */
  id: string
  /** As numbered in the spreadsheet. */
  line: number
  cells: Cells
  /** Why it is not sent; empty if it is valid. */
  faults: string[]
}

/**
 * Checks each row against the server's rules, and for duplicates in the sheet or among existing records (`taken`, by
 * key). Calls `onProgress` now and then. Throws SheetRefused if a required column is missing.
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

/** Faults of cells that could not be read; other faults of the same column would mislead and are dropped. */
function unreadFaults(
  { dates, unread = [], unclear = [] }: SheetRow,
  places: ReadonlyMap<string, number>,
  columns: readonly SheetColumn[],
): { faults: string[]; isOf: (fault: string) => boolean } {
  if (dates.length + unread.length + unclear.length === 0) return { faults: [], isOf: () => false }
  const titles: string[] = []
  const faults = columns.flatMap(({ name, title, isAmount }) => {
    const place = places.get(name) ?? -1
    const cells = isAmount ? [...unread, ...unclear] : unread
    const why = dates.includes(place)
      ? 'is a date in the sheet; format the cell as text'
      : cells.find((cell) => cell.place === place)?.why
    if (why === undefined) return []
    titles.push(title)
    return [`${title} ${why}`]
  })
  return { faults, isOf: (fault) => titles.some((title) => fault.startsWith(`${title} `)) }
}
