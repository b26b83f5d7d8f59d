import { useEffect, useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useAttempt } from '#src/sync/link/use-attempt.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { usePageAddress } from '#src/ui/use-page-address.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import type { PaperMark, PaperPictures } from '#src/workers/pdf-client.ts'
import { type MadePaper, makeReportPdf } from './make-report-pdf.ts'

export interface ReportPdf extends Partial<MadePaper> {
  url?: string | undefined
  /** Share of the work done, 0 to 1, while the paper is being made. */
  progress: number
  error?: Error
}

/** What is wanted of a study's paper; each part that changes makes it anew. */
export interface PdfWish {
  detail: ReportDetail
  letterhead: boolean
  signature: boolean
  addenda: readonly AddendumRow[]
  keyImages: PaperPictures | undefined
  mark: PaperMark | undefined
}

const STARTED: ReportPdf = { progress: 0 }
const NO_PERMISSIONS: readonly never[] = []

/**
 * The study's paper as a PDF as it is wished; made in a worker, also without the network. One that could not be made
 * then, or not with its pictures, is made again when the network is back.
 */
export function useReportPdf(wish: PdfWish): ReportPdf {
  const [made, setMade] = useState<Omit<ReportPdf, 'url'> & { of?: object }>(STARTED)
  const zone = useBranches().find(({ id }) => id === wish.detail.study.branch_id)?.time_zone ?? placeZone()
  const permissions = useSession()?.modules ?? NO_PERMISSIONS
  // The same text arrives anew with every poke of the server; only another one is another paper.
  // A letterhead that the device keeps may be without the signatures of this study.
  const isLacking = made.error !== undefined || made.isPictureMissing === true || made.from === 'device'
  const attempt = useAttempt(isLacking)
  const wanted = useSteady({ ...wish, zone, permissions, attempt })
  useEffect(() => {
    const { detail, letterhead, signature, addenda, keyImages, mark, ...reader } = wanted
    let isCurrent = true
    let isMade = false
    const show = (next: Omit<ReportPdf, 'url'>) => isCurrent && setMade({ ...next, of: wanted })
    makeReportPdf(
      {
        detail,
        options: { letterhead, signature },
        zone: reader.zone,
        permissions: [...reader.permissions],
        addenda,
        keyImages,
        mark,
      },
      // Told over a line of its own, the last share may arrive after the paper.
      (progress) => !isMade && show({ progress }),
    )
      .then((paper) => {
        isMade = true
        return show({ ...paper, progress: 1 })
      })
      .catch((error: Error) => show({ progress: 0, error }))
    return () => {
      isCurrent = false
    }
  }, [wanted])
  // An effect runs after the screen was drawn: until then the paper of the former options would be handed out.
  const { of, ...shown } = made
  const pdf = of === wanted ? shown : STARTED
  const url = usePageAddress(pdf.blob)
  return { ...pdf, url }
}
