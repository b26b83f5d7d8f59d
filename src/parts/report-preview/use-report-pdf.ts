import { useEffect, useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { findPaper, findPaperImages } from '#src/sync/reports/find-paper.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { imageIdsOf, type PaperOptions, renderReportPdf } from '#src/workers/pdf-client.ts'
import { paperInputOf } from './paper-input.ts'

export interface ReportPdf {
  url?: string
  /** Share of the work done, 0 to 1, while the paper is being made. */
  progress: number
  error?: Error
  /** Where the letterhead came from. */
  from?: 'device' | 'server'
}

const STARTED: ReportPdf = { progress: 0 }

/** The study's paper as a PDF with the given options; made in a worker, also without the network. */
export function useReportPdf(detail: ReportDetail, options: PaperOptions): ReportPdf {
  const [pdf, setPdf] = useState(STARTED)
  const zone = useBranches().find(({ id }) => id === detail.study.branch_id)?.time_zone ?? LOCAL_ZONE
  const { letterhead, signature } = options
  useEffect(() => {
    let isCurrent = true
    let url: string | undefined
    const show = (next: ReportPdf) => isCurrent && setPdf(next)
    show(STARTED)
    makePdf({ detail, options: { letterhead, signature }, zone }, (progress) => show({ progress }))
      .then(({ blob, from }) => {
        if (isCurrent) url = URL.createObjectURL(blob)
        return show({ url, from, progress: 1 })
      })
      .catch((error: Error) => show({ progress: 0, error }))
    return () => {
      isCurrent = false
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [detail, zone, letterhead, signature])
  return pdf
}

interface Wanted {
  detail: ReportDetail
  options: PaperOptions
  zone: string
}

async function makePdf({ detail, options, zone }: Wanted, onProgress: (share: number) => void) {
  const { study } = detail
  const { paper, from } = await findPaper(study.id, study.branch)
  const input = paperInputOf({ detail, paper, options, zone, now: new Date() })
  const images = await findPaperImages(imageIdsOf(input), paper)
  return { blob: await renderReportPdf(input, images, onProgress), from }
}
