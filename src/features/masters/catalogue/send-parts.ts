import { IMPORT_CHUNK, type ImportOutcome } from '#contract/calls/excel-import.ts'

/** How far an import is; kept when it stops, so that it goes on where it stood. */
export interface SentSoFar {
  /** Rows whose part was answered. */
  answered: number
  created: number
  refused: { line: number; message: string }[]
}

export const NOTHING_SENT: SentSoFar = { answered: 0, created: 0, refused: [] }

/** Anything that knows its line in the sheet. */
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
 * Sends the rows part by part, one after another; each is answered before the next goes out. Ends early where `signal`
 * says so, and throws what a part threw: that part may stand or not, and sent again it makes nothing twice.
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
