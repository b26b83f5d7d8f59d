import { useEffect, useRef, useState } from 'react'
import type { ImportOutcome } from '#contract/calls/excel-import.ts'
import { refuseNamedFile } from '#domain/file/limits.ts'
import type { SheetKind } from '#domain/masters/sheet-imports.ts'
import { type ChosenSheet, type ExcelThread, openExcel, type PreviewRow } from '#src/workers/excel-client.ts'
import { NOTHING_SENT, type SentSoFar, sendParts } from './send-parts.ts'

/** The stage of an import. */
export type ImportStage =
  | { kind: 'choose'; failure?: string }
  | { kind: 'reading'; done: number; total: number }
  | { kind: 'preview'; rows: readonly PreviewRow[]; sheet: ChosenSheet | undefined }
  | { kind: 'sending'; rows: readonly PreviewRow[]; sent: SentSoFar }
  | { kind: 'stopped'; rows: readonly PreviewRow[]; sent: SentSoFar; failure: string }
  | { kind: 'done'; sent: SentSoFar }

export interface ImportOptions {
  sheet: SheetKind
  /** Returns the keys of existing records; called when a file is read. */
  taken: () => Promise<readonly string[]>
  send: (rows: readonly PreviewRow[]) => Promise<ImportOutcome>
  stoppedWords: string
  /** Called when rows were saved, whatever the outcome of the others. */
  onStands: () => void
}

export interface Import {
  stage: ImportStage
  read: (file: File) => Promise<void>
  /** Sends the good rows; after a stop, resumes at the same place. */
  upload: () => Promise<void>
  /** Stops the current step: abandons reading, or ends sending after the current batch. */
  cancel: () => void
  again: () => void
}

/**
 * Runs one import from the file to the server: reads and checks it in a worker, and sends it in exactly-once
 * batches.
 */
export function useImport({ sheet, taken, send, stoppedWords, onStands }: ImportOptions): Import {
  const [stage, setStage] = useState<ImportStage>({ kind: 'choose' })
  const thread = useRef<ExcelThread>(undefined)
  const sending = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      thread.current?.close()
      sending.current?.abort()
    },
    [],
  )

  const read = async (file: File) => {
    const refusal = refuseNamedFile('sheet', file)
    if (refusal) return setStage({ kind: 'choose', failure: refusal.message })
    setStage({ kind: 'reading', done: 0, total: 0 })
    const own = openExcel()
    thread.current = own
    try {
      const previewed = await own.read(file, sheet, await taken(), (done, total) => {
        if (thread.current === own) setStage({ kind: 'reading', done, total })
      })
      setStage({ kind: 'preview', ...previewed })
    } catch (problem) {
      const isCancelled = problem instanceof DOMException && problem.name === 'AbortError'
      setStage({ kind: 'choose', ...(!isCancelled && { failure: messageOf(problem) }) })
    } finally {
      own.close()
      thread.current = undefined
    }
  }

  const upload = async () => {
    if (stage.kind !== 'preview' && stage.kind !== 'stopped') return
    const rows = stage.rows.filter(({ faults }) => faults.length === 0)
    let sent = stage.kind === 'stopped' ? stage.sent : NOTHING_SENT
    const control = new AbortController()
    sending.current = control
    const show = (now: SentSoFar) => {
      sent = now
      setStage({ kind: 'sending', rows, sent })
    }
    show(sent)
    try {
      sent = await sendParts({ rows, from: sent, send, onProgress: show, signal: control.signal })
      const isWhole = sent.answered === rows.length
      setStage(isWhole ? { kind: 'done', sent } : { kind: 'stopped', rows, sent, failure: stoppedWords })
    } catch (problem) {
      setStage({ kind: 'stopped', rows, sent, failure: messageOf(problem) })
    } finally {
      sending.current = undefined
      onStands()
    }
  }

  const cancel = () => {
    thread.current?.close()
    sending.current?.abort()
  }
  return { stage, read, upload, cancel, again: () => setStage({ kind: 'choose' }) }
}

const messageOf = (problem: unknown) => (problem instanceof Error ? problem.message : String(problem))
