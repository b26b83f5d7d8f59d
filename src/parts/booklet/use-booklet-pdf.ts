import { useState } from 'react'
import { findPaperImages } from '#src/sync/reports/find-paper.ts'
import { currentSession } from '#src/sync/session/session.ts'
import { downloadBlob } from '#src/ui/download-blob.ts'
import { notifyError } from '#src/ui/notify.ts'
import { bookletImageIdsOf, renderBookletPdf } from '#src/workers/pdf-client.ts'
import type { UndatedBooklet } from './booklet-input.ts'
import { printPdf } from './print-pdf.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

/** Makes a booklet's PDF in the worker and prints or downloads it; `progress` is set while it is being made. */
export function useBookletPdf(undated: UndatedBooklet | undefined, fileName: string) {
  const [progress, setProgress] = useState<number>()
  const make = async (use: (pdf: Blob) => void | Promise<void>) => {
    if (!undated) return
    const input = { ...undated, createdAt: new Date(), locale: currentSession()?.locale }
    let isMade = false
    // Told over a line of its own, the last share may arrive after the paper.
    const tell = (share: number) => !isMade && setProgress(share)
    tell(0)
    try {
      const images = await findPaperImages(bookletImageIdsOf(input))
      await use(await renderBookletPdf(input, images, tell))
    } catch (error) {
      notifyError(error, WORDS.failed)
    }
    isMade = true
    setProgress(undefined)
  }
  return {
    progress,
    print: () => void make(printPdf),
    download: () => void make((pdf) => downloadBlob(pdf, fileName)),
  }
}
