import { expose } from 'comlink'
import type { SheetKind } from '#domain/masters/sheet-imports.ts'
import type { ChosenSheet } from './excel/choose-sheet.ts'
import { type PreviewRow, previewSheet } from './excel/preview-sheet.ts'
import { readSheet } from './excel/read-sheet.ts'
import { createSheet, type SheetWriter, type WrittenColumn } from './excel/write-sheet.ts'

let sheet: SheetWriter | undefined
let preview: PreviewRow[] = []

/** Reads and writes .xlsx files off the main thread: one file per worker. */
export const excel = {
  /** Returns the number of rows, which are then requested in parts, and which sheet of a workbook was read. */
  read: async (
    file: Blob,
    name: string,
    kind: SheetKind,
    taken: readonly string[],
    onProgress: (done: number, total: number) => void,
  ): Promise<{ total: number; sheet: ChosenSheet | undefined }> => {
    const read = await readSheet(file, name)
    const total = read.rows.length
    onProgress(0, total)
    preview = previewSheet(read, kind, new Set(taken), (done) => onProgress(done, total))
    return { total, sheet: read.sheet }
  },
  rows: (from: number, to: number): PreviewRow[] => preview.slice(from, to),
  begin: (name: string, columns: readonly WrittenColumn[]) => {
    sheet = createSheet(name, columns)
  },
  /** Adds rows and returns how many the sheet has now. */
  add: (rows: readonly (readonly (string | number)[])[]): number => sheet?.add(rows) ?? 0,
  finish: (): Blob => sheet?.finish() ?? new Blob(),
}

export type ExcelWorker = typeof excel

expose(excel)
