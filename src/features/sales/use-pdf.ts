import { useEffect, useRef } from 'react'
import { SALES_PDF_PATH } from '#contract/calls/sales.ts'
import { askFile } from '#src/sync/api/ask-file.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { type ActParts, useAct } from '#src/ui/refusal/use-act.ts'
import type { PdfRequest } from './pdf-presets.ts'
import { SALES_WORDS } from './words.ts'

const { pdf: WORDS } = SALES_WORDS

/** Creates one PDF at a time. */
export interface PdfMaker {
  isMaking: boolean
  /** A refusal is shown at the buttons. */
  parts: ActParts
  /** Returns true once the file was passed to the downloads, false if it failed or was cancelled. */
  make: (request: PdfRequest, name: string) => Promise<boolean>
  cancel: () => void
}

/** Requests a PDF of figures from the server and downloads it. Leaving the screen cancels the request. */
export function usePdf(): PdfMaker {
  const parts = useAct()
  const [, { isBusy: isMaking, run }] = parts
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const make: PdfMaker['make'] = async (request, name) => {
    const stopping = new AbortController()
    stop.current = stopping
    const ask = async () => {
      try {
        const answer = await askFile('php', SALES_PDF_PATH, request, stopping.signal)
        downloadBlob(await answer.blob(), name)
        notifyDone(WORDS.done(name))
      } catch (error) {
        if (!stopping.signal.aborted) throw error
      }
    }
    return (await run(ask)) && !stopping.signal.aborted
  }
  return { isMaking, parts, make, cancel: () => stop.current?.abort() }
}
