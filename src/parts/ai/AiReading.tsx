import { Anchor, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AiReport } from '#contract/calls/ai.ts'
import { isPageAddress } from '#domain/study/viewer-address.ts'
import { downloadFile } from '#src/sync/files/file-transfer.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { canBeFramed, ForeignFrame } from '#src/ui/files/ForeignFrame.tsx'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import classes from './ai.module.css'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiReadingProps {
  report: AiReport
}

/** The result to read, as text or PDF, next to the company's viewer if it has one. */
export function AiReading({ report }: AiReadingProps) {
  const hasViewer = isPageAddress(report.viewer_url)
  return (
    <div className={classes.reading} data-beside={canBeFramed(report.viewer_url) || undefined}>
      <div className={classes.text}>
        {report.fileurl === '' ? (
          <ReportText html={report.report_html} loadImage={imageUrlOf} />
        ) : (
          <AiPdf key={report.id} link={report.fileurl} />
        )}
      </div>
      {hasViewer && (
        <div className={classes.viewer}>
          {canBeFramed(report.viewer_url) && (
            <ForeignFrame title={WORDS.viewer} address={report.viewer_url} />
          )}
          <Anchor href={report.viewer_url} target="_blank" rel="noreferrer" size="sm">
            {WORDS.openViewer}
          </Anchor>
        </div>
      )}
    </div>
  )
}

function AiPdf({ link }: { link: string }) {
  const { url, error } = usePdf(link)
  if (error) return <ErrorNote title={WORDS.pdfFailed} message={error.message} />
  if (!url) return <SkeletonRows rows={8} />
  if (!navigator.pdfViewerEnabled)
    return (
      <Text>
        {WORDS.noPdfViewer}{' '}
        <Anchor href={url} target="_blank" rel="noreferrer">
          {WORDS.openPdf}
        </Anchor>
      </Text>
    )
  return (
    // Browsers show no PDF in a sandboxed frame; the server verified that it is a PDF.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe className={classes.pdf} src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={WORDS.pdf} />
  )
}

/** Returns an object URL of the PDF while it is shown. */
function usePdf(link: string): { url?: string | undefined; error?: Error } {
  const [state, setState] = useState<{ blob?: Blob; error?: Error }>({})
  useEffect(() => {
    let isShown = true
    downloadFile(link).then(
      ({ bytes, type }) => {
        if (isShown) setState({ blob: new Blob([bytes], { type }) })
      },
      (error: Error) => {
        if (isShown) setState({ error })
      },
    )
    return () => {
      isShown = false
    }
  }, [link])
  const url = usePageAddress(state.blob)
  return { ...state, url }
}
