import { useEffect, useRef, useState } from 'react'
import { COUNT_CAP, CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import type { CsvCell } from '#src/workers/table-csv.ts'
import { openTableCsvWriter } from '#src/workers/table-csv-client.ts'

/** Progress of a file. */
export interface CsvProgress {
  rows: number
  /** Number of matching rows; COUNT_CAP means that many or more. */
  of: number
}

/** One page of rows to be written to a file. */
export interface CsvPage<Row> {
  rows: readonly Row[]
  /** Number of matching rows; stops at COUNT_CAP. */
  matching: number
}

/** The header of a file and a function for its rows' cells. */
export interface CsvShape<Row> {
  head: readonly string[]
  cellsOf: (row: Row) => readonly CsvCell[]
}

/** The content of a file. */
export interface CsvTable<Row> {
  /** The shape of the file, or a function of all its rows: some files have a column for each name in the rows. */
  shape: CsvShape<Row> | ((rows: readonly Row[]) => CsvShape<Row>)
  idOf: (row: Row) => string
  /** Returns all pages of the list; the signal aborts the reading. */
  pages: (signal: AbortSignal) => AsyncIterable<CsvPage<Row>>
}

/** A finished file. */
export interface CsvFile {
  blob: Blob
  rows: number
  /** More rows match than the file contains. */
  isCapped: boolean
}

/** Creates one file at a time. */
export interface CsvMaker {
  /** Set while a file is being created. */
  progress: CsvProgress | undefined
  /** Returns the file, or undefined if it was cancelled. Throws if it cannot be created. */
  make: <Row>(table: CsvTable<Row>) => Promise<CsvFile | undefined>
  cancel: () => void
}

/** Creates CSV files of whole lists: read page by page, written in a worker. Leaving the screen cancels. */
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
  { shape, idOf, pages }: CsvTable<Row>,
  signal: AbortSignal,
  onProgress: (progress: CsvProgress) => void,
): Promise<CsvFile | undefined> {
  if (typeof shape !== 'function')
    return writePages({ shape, idOf, pages: pages(signal) }, signal, onProgress)
  // The columns depend on the rows, so all are read first.
  const read: CsvPage<Row>[] = []
  let rows = 0
  for await (const page of pages(signal)) {
    read.push(page)
    rows += page.rows.length
    onProgress({ rows, of: page.matching })
    if (signal.aborted) return undefined
    if (rows >= CSV_ROWS_MAX) break
  }
  const made = shape(read.flatMap((page) => page.rows))
  return writePages({ shape: made, idOf, pages: read }, signal, onProgress)
}

interface Written<Row> {
  shape: CsvShape<Row>
  idOf: (row: Row) => string
  pages: AsyncIterable<CsvPage<Row>> | Iterable<CsvPage<Row>>
}

async function writePages<Row>(
  { shape: { head, cellsOf }, idOf, pages }: Written<Row>,
  signal: AbortSignal,
  onProgress: (progress: CsvProgress) => void,
): Promise<CsvFile | undefined> {
  const writer = await openTableCsvWriter(head)
  let [written, of] = [0, 0]
  try {
    for await (const { rows, matching } of pages) {
      if (signal.aborted) return undefined
      written = await writer.add(rows.map((row) => ({ id: idOf(row), cells: cellsOf(row) })))
      of = matching
      onProgress({ rows: written, of })
      if (written >= CSV_ROWS_MAX) break
    }
    if (signal.aborted) return undefined
    // A count at its cap means "and more".
    const isCapped = written >= CSV_ROWS_MAX && (of > written || of >= COUNT_CAP)
    return { blob: await writer.finish(), rows: written, isCapped }
  } finally {
    writer.close()
  }
}
