import { useRef, useState } from 'react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { COUNT_CAP, CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import type { CsvOptions } from '#domain/study/study-csv.ts'
import { openStudyPages, type StudyPages } from '#src/sync/studies/study-pages.ts'
import { openCsvWriter } from '#src/workers/csv-client.ts'

/** Progress of a file. */
export interface CsvProgress {
  rows: number
  /** Number of matches; COUNT_CAP means that many or more. */
  of: number
}

/** A finished file and its content. */
export interface CsvFile extends Pick<StudyPages, 'from' | 'coveredFrom'> {
  blob: Blob
  rows: number
  /** There are more matches than the file contains. */
  isCapped: boolean
}

export interface CsvExport {
  /** Set while a file is being created. */
  progress: CsvProgress | undefined
  /** Returns the file, or undefined if it was cancelled. Throws if it cannot be created. */
  start: (input: StudyListInput, options: CsvOptions, isOnline: boolean) => Promise<CsvFile | undefined>
  cancel: () => void
}

/** Creates a CSV file of all matches of a filter: loaded page by page, written in a worker. */
export function useCsvExport(): CsvExport {
  const [progress, setProgress] = useState<CsvProgress>()
  const stop = useRef<AbortController>(undefined)
  const start: CsvExport['start'] = async (input, options, isOnline) => {
    const stopping = new AbortController()
    stop.current = stopping
    setProgress({ rows: 0, of: 0 })
    try {
      return await writeFile(await openStudyPages(input, isOnline, stopping.signal), options, {
        signal: stopping.signal,
        onProgress: setProgress,
      })
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      throw error
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, start, cancel: () => stop.current?.abort() }
}

interface Watch {
  signal: AbortSignal
  onProgress: (progress: CsvProgress) => void
}

async function writeFile(
  { pages, ...origin }: StudyPages,
  options: CsvOptions,
  { signal, onProgress }: Watch,
): Promise<CsvFile | undefined> {
  const writer = await openCsvWriter(options)
  let [rows, of] = [0, 0]
  try {
    for await (const page of pages) {
      rows = await writer.add(page.rows)
      of = page.matching
      if (signal.aborted) return undefined
      onProgress({ rows, of })
    }
    if (signal.aborted) return undefined
    const blob = await writer.finish()
    return { ...origin, blob, rows, isCapped: rows >= CSV_ROWS_MAX && of >= COUNT_CAP }
  } finally {
    writer.close()
  }
}
