import { expose } from 'comlink'
import type { SheetKind } from '#domain/masters/sheet-imports.ts'
import { type PreviewRow, previewSheet } from './excel/preview-sheet.ts'
import { readSheet } from './excel/read-sheet.ts'
import { createSheet, type SheetWriter, type WrittenColumn } from './excel/write-sheet.ts'

let sheet: SheetWriter | undefined
let preview: PreviewRow[] = []

/** Reads and writes .xlsx files beside the page: one file a thread. */
export const excel = {
  /** Answers how many rows there are; they are asked for in parts. */
  read: async (
    file: Blob,
    name: string,
    kind: SheetKind,
    taken: readonly string[],
    onProgress: (done: number, total: number) => void,
  ): Promise<number> => {
    const read = await readSheet(file, name)
    const total = read.rows.length
    onProgress(0, total)
    preview = previewSheet(read, kind, new Set(taken), (done) => onProgress(done, total))
    return total
  },
  rows: (from: number, to: number): PreviewRow[] => preview.slice(from, to),
  begin: (name: string, columns: readonly WrittenColumn[]) => {
    sheet = createSheet(name, columns)
  },
  /** Answers how many rows the sheet has now. */
  add: (rows: readonly (readonly (string | number)[])[]): number => sheet?.add(rows) ?? 0,
  finish: async (): Promise<Blob> => (await sheet?.finish()) ?? new Blob(),
}

export type ExcelWorker = typeof excel

expose(excel)
