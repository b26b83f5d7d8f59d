import { useState } from 'react'
import type { PaperBody } from '#src/db/tables.ts'
import { findPaperImages } from '#src/sync/reports/find-paper.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { type ActParts, useAct } from '#src/ui/refusal/use-act.ts'
import { bookletImageIdsOf, renderBookletPdf } from '#src/workers/pdf-client.ts'
import type { UndatedBooklet } from './booklet-input.ts'
import { printPdf } from './print-pdf.ts'

/**
 * Creates a booklet's PDF in the worker and prints or downloads it; `progress` is set during this. If that is
 * not allowed, shows the reason instead.
 */
export function useBookletPdf(
  undated: UndatedBooklet | undefined,
  fileName: string,
  { paper, refusal }: { paper: PaperBody | undefined; refusal: string | undefined },
) {
  const [progress, setProgress] = useState<number>()
  const parts: ActParts = useAct()
  const [, act] = parts
  const make = async (use: (pdf: Blob) => void | Promise<void>) => {
    if (!undated) return
    if (refusal !== undefined) throw new Error(refusal)
    const input = { ...undated, createdAt: new Date() }
    let isMade = false
    // Progress has its own channel: the last update may arrive after the PDF.
    const tell = (share: number) => !isMade && setProgress(share)
    tell(0)
    try {
      const images = await findPaperImages(bookletImageIdsOf(input), paper)
      await use(await renderBookletPdf(input, images, tell))
    } finally {
      isMade = true
      setProgress(undefined)
    }
  }
  return {
    progress,
    parts,
    print: () => void act.run(() => make(printPdf)),
    download: () => void act.run(() => make((pdf) => downloadBlob(pdf, fileName))),
  }
}
