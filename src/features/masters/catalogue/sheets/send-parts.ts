import { IMPORT_CHUNK, type ImportOutcome } from '#contract/calls/excel-import.ts'

/** The progress of an import; kept when it stops, so that it can be resumed. */
export interface SentSoFar {
  /** The number of rows in batches that the server has processed. */
  answered: number
  created: number
  refused: { line: number; message: string }[]
}

export const NOTHING_SENT: SentSoFar = { answered: 0, created: 0, refused: [] }

/** Anything with its line number in the sheet. */
interface Line {
  line: number
}

export interface SendParts<Row extends Line> {
  rows: readonly Row[]
  from: SentSoFar
  send: (part: readonly Row[]) => Promise<ImportOutcome>
  onProgress: (sent: SentSoFar) => void
  signal: AbortSignal
}

/**
 * Sends the rows in batches, one after another; waits for each response before sending the next. Stops early
 * if `signal` is aborted, and throws the error of a batch: that batch may have been saved, and sending it
 * again creates no duplicates.
 */
export async function sendParts<Row extends Line>(options: SendParts<Row>): Promise<SentSoFar> {
  const { rows, send, onProgress, signal } = options
  let sent = options.from
  while (sent.answered < rows.length && !signal.aborted) {
    const part = rows.slice(sent.answered, sent.answered + IMPORT_CHUNK)
    const { created, refused } = await send(part)
    sent = {
      answered: sent.answered + part.length,
      created: sent.created + created,
      refused: [
        ...sent.refused,
        ...refused.map(({ row, message }) => ({ line: part[row]?.line ?? 0, message })),
      ],
    }
    onProgress(sent)
  }
  return sent
}
