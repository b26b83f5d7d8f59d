import { proxy, type Remote, wrap } from 'comlink'
import type { SheetKind } from '#domain/masters/sheet-imports.ts'
import type { ChosenSheet } from './excel/choose-sheet.ts'
import type { PreviewRow } from './excel/preview-sheet.ts'
import type { WrittenColumn } from './excel/write-sheet.ts'
import type { ExcelWorker } from './excel.worker.ts'

export type { ChosenSheet, PreviewRow, WrittenColumn }

/** A sheet for review before it is sent; `sheet` is set if the file has several. */
export interface PreviewedSheet {
  rows: PreviewRow[]
  sheet: ChosenSheet | undefined
}

/** Rows that the worker posts at once: few enough that the page misses no frame. */
const PART = 1_000

/** A worker that reads or writes one .xlsx file. */
export interface ExcelThread {
  /** Returns all rows of the file's first visible sheet, checked. Rejects with the message of the refusal. */
  read: (
    file: File,
    kind: SheetKind,
    taken: readonly string[],
    onProgress: (done: number, total: number) => void,
  ) => Promise<PreviewedSheet>
  begin: (name: string, columns: readonly WrittenColumn[]) => Promise<void>
  /** Adds rows and returns how many the sheet has now. */
  add: (rows: readonly (readonly (string | number)[])[]) => Promise<number>
  finish: () => Promise<Blob>
  /** Ends the worker; call it in every case, at any time. */
  close: () => void
}

/** Starts the worker. Its methods reject if it dies or is closed. */
export function openExcel(): ExcelThread {
  const worker = new Worker(new URL('./excel.worker.ts', import.meta.url), { type: 'module', name: 'excel' })
  const remote: Remote<ExcelWorker> = wrap<ExcelWorker>(worker)
  const died = Promise.withResolvers<never>()
  worker.addEventListener('error', () => died.reject(new Error('The file could not be worked on.')))
  // Prevents an unhandled rejection if nobody waits when it dies.
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
