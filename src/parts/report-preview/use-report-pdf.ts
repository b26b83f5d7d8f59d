import { useEffect, useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useAttempt } from '#src/sync/link/use-attempt.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import type { PaperMark, PaperPictures } from '#src/workers/pdf-client.ts'
import { type MadePaper, makeReportPdf } from './make-report-pdf.ts'

export interface ReportPdf extends Partial<MadePaper> {
  url?: string | undefined
  /** Share of the work done, 0 to 1, while the paper is being created. */
  progress: number
  error?: Error
}

/** The requested paper of a study; changing any part creates it again. */
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
 * Returns the study's paper as a PDF with the chosen options; created in a worker, also offline. If it
 * failed, or lacked its pictures, it is created again when the network is back.
 */
export function useReportPdf(wish: PdfWish): ReportPdf {
  const [made, setMade] = useState<Omit<ReportPdf, 'url'> & { of?: object }>(STARTED)
  const zone = useBranches().find(({ id }) => id === wish.detail.study.branch_id)?.time_zone ?? branchZone()
  const permissions = useSession()?.modules ?? NO_PERMISSIONS
  // The same text arrives again with every poke of the server; only a different one makes a different paper.
  // A letterhead cached on the device may lack the signatures of this study.
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
      // Progress has its own channel: the last update may arrive after the paper.
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
  // Effects run after rendering: until then the paper of the previous options would be handed out.
  const { of, ...shown } = made
  const pdf = of === wanted ? shown : STARTED
  const url = usePageAddress(pdf.blob)
  return { ...pdf, url }
}
