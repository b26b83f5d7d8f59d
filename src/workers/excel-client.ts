import { proxy, type Remote, wrap } from 'comlink'
import type { SheetKind } from '#domain/masters/sheet-imports.ts'
import type { ChosenSheet } from './excel/choose-sheet.ts'
import type { PreviewRow } from './excel/preview-sheet.ts'
import type { WrittenColumn } from './excel/write-sheet.ts'
import type { ExcelWorker } from './excel.worker.ts'

export type { ChosenSheet, PreviewRow, WrittenColumn }

/** A sheet as it is checked before it is sent; `sheet` where the file has several. */
export interface PreviewedSheet {
  rows: PreviewRow[]
  sheet: ChosenSheet | undefined
}

/** Rows that cross from the thread to the page at once: few enough that a frame is not missed. */
const PART = 1_000

/** A thread of its own that reads or writes one .xlsx file. */
export interface ExcelThread {
  /** All rows of the file's first visible sheet, judged. Rejects with the words of the refusal. */
  read: (
    file: File,
    kind: SheetKind,
    taken: readonly string[],
    onProgress: (done: number, total: number) => void,
  ) => Promise<PreviewedSheet>
  begin: (name: string, columns: readonly WrittenColumn[]) => Promise<void>
  /** Returns how many rows the sheet has now. */
  add: (rows: readonly (readonly (string | number)[])[]) => Promise<number>
  finish: () => Promise<Blob>
  /** Ends the thread; to be called in every case, and at any time. */
  close: () => void
}

/** Starts the thread. Its methods reject where it dies or is closed. */
export function openExcel(): ExcelThread {
  const worker = new Worker(new URL('./excel.worker.ts', import.meta.url), { type: 'module', name: 'excel' })
  const remote: Remote<ExcelWorker> = wrap<ExcelWorker>(worker)
  const died = Promise.withResolvers<never>()
  worker.addEventListener('error', () => died.reject(new Error('The file could not be worked on.')))
  // Nobody may be waiting when it dies.
  died.promise.catch(() => undefined)
  const asked = <T>(answer: Promise<T>) => Promise.race([answer, died.promise])
  return {
    read: async (file, kind, taken, onProgress) => {
      const { total, sheet } = await asked(remote.read(file, file.name, kind, [...taken], proxy(onProgress)))
      const rows: PreviewRow[] = []
      for (let at = 0; at < total; at += PART) rows.push(...(await asked(remote.rows(at, at + PART))))
      return { rows, sheet }
    },
    begin: (name, columns) => asked(remote.begin(name, [...columns])),
    add: (rows) => asked(remote.add([...rows])),
    finish: () => asked(remote.finish()),
    close: () => {
      worker.terminate()
      died.reject(new DOMException('Cancelled', 'AbortError'))
    },
  }
}
