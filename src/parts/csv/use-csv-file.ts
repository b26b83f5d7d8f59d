import { useEffect, useRef, useState } from 'react'
import { COUNT_CAP, CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import type { CsvCell } from '#src/workers/table-csv.ts'
import { openTableCsvWriter } from '#src/workers/table-csv-client.ts'

/** How far a file is. */
export interface CsvProgress {
  rows: number
  /** How many rows match; COUNT_CAP means that many or more. */
  of: number
}

/** One page of rows on its way into a file. */
export interface CsvPage<Row> {
  rows: readonly Row[]
  /** How many rows match; stops at COUNT_CAP. */
  matching: number
}

/** What a file is made of. */
export interface CsvTable<Row> {
  head: readonly string[]
  idOf: (row: Row) => string
  cellsOf: (row: Row) => readonly CsvCell[]
  /** All pages of the list; the signal ends the reading. */
  pages: (signal: AbortSignal) => AsyncIterable<CsvPage<Row>>
}

/** A finished file. */
export interface CsvFile {
  blob: Blob
  rows: number
  /** More rows match than the file holds. */
  isCapped: boolean
}

/** Making one file at a time. */
export interface CsvMaker {
  /** Set while a file is being made. */
  progress: CsvProgress | undefined
  /** Returns the file, or undefined where it was cancelled. Throws where it cannot be made. */
  make: <Row>(table: CsvTable<Row>) => Promise<CsvFile | undefined>
  cancel: () => void
}

/** Makes CSV files of whole lists: read page by page, written in a worker. Leaving the screen cancels. */
export function useCsvFile(): CsvMaker {
  const [progress, setProgress] = useState<CsvProgress>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const make: CsvMaker['make'] = async (table) => {
    const stopping = new AbortController()
    stop.current = stopping
    setProgress({ rows: 0, of: 0 })
    try {
      return await writeFile(table, stopping.signal, setProgress)
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      throw error
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, make, cancel: () => stop.current?.abort() }
}

async function writeFile<Row>(
  { head, idOf, cellsOf, pages }: CsvTable<Row>,
  signal: AbortSignal,
  onProgress: (progress: CsvProgress) => void,
): Promise<CsvFile | undefined> {
  const writer = await openTableCsvWriter(head)
  let [written, of] = [0, 0]
  try {
    for await (const { rows, matching } of pages(signal)) {
      if (signal.aborted) return undefined
      written = await writer.add(rows.map((row) => ({ id: idOf(row), cells: cellsOf(row) })))
      of = matching
      onProgress({ rows: written, of })
      if (written >= CSV_ROWS_MAX) break
    }
    if (signal.aborted) return undefined
    // A count at its cap says "and more".
    const isCapped = written >= CSV_ROWS_MAX && (of > written || of >= COUNT_CAP)
    return { blob: await writer.finish(), rows: written, isCapped }
  } finally {
    writer.close()
  }
}
