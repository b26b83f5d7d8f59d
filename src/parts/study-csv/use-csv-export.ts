import { useRef, useState } from 'react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { COUNT_CAP, CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import type { CsvPlace } from '#domain/study/study-csv.ts'
import { openStudyPages, type StudyPages } from '#src/sync/studies/study-pages.ts'
import { openCsvWriter } from '#src/workers/csv-client.ts'

/** How far a file is. */
export interface CsvProgress {
  rows: number
  /** How many match; COUNT_CAP means that many and more. */
  of: number
}

/** A finished file and what it holds. */
export interface CsvFile extends Pick<StudyPages, 'from' | 'coveredFrom'> {
  blob: Blob
  rows: number
  /** More match than the file has. */
  isCapped: boolean
}

export interface CsvExport {
  /** While a file is being made. */
  progress: CsvProgress | undefined
  /** Returns the file, or undefined where it was cancelled. Throws where it cannot be made. */
  start: (input: StudyListInput, place: CsvPlace, isOnline: boolean) => Promise<CsvFile | undefined>
  cancel: () => void
}

/** Makes a CSV file of all that a filter finds: fetched page by page, written in a thread of its own. */
export function useCsvExport(): CsvExport {
  const [progress, setProgress] = useState<CsvProgress>()
  const stop = useRef<AbortController>(undefined)
  const start: CsvExport['start'] = async (input, place, isOnline) => {
    const stopping = new AbortController()
    stop.current = stopping
    setProgress({ rows: 0, of: 0 })
    try {
      return await writeFile(await openStudyPages(input, isOnline, stopping.signal), place, {
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
  place: CsvPlace,
  { signal, onProgress }: Watch,
): Promise<CsvFile | undefined> {
  const writer = await openCsvWriter(place)
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
