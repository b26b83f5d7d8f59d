import { Progress, Text } from '@mantine/core'
import { OfflineError } from '#src/sync/api/call-api.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { PdfFrame } from '#src/ui/PdfFrame.tsx'
import classes from '#src/ui/pdf-frame.module.css'
import type { ReportPdf } from './use-report-pdf.ts'
import { PREVIEW_WORDS as WORDS } from './words.ts'

export interface PaperFrameProps {
  pdf: ReportPdf
  /** The frame's words, if the page uses another language than staff screens. */
  words?: { making: (percent: number) => string; paperLabel: string; noViewer: string }
}

/** The paper in the browser's own viewer, or its progress while it is created. */
export function PaperFrame({
  pdf: { url, progress, error, from, isPictureMissing },
  words = WORDS,
}: PaperFrameProps) {
  if (error) {
    const message = error instanceof OfflineError ? WORDS.offline : error.message
    return <ErrorNote title={WORDS.failed} message={message} kept={WORDS.kept} />
  }
  if (url === undefined) {
    const percent = Math.round(progress * 100)
    return (
      <div className={classes.instead}>
        <Text role="status" size="sm">
          {words.making(percent)}
        </Text>
        <Progress value={percent} aria-label={words.making(percent)} />
      </div>
    )
  }
  return (
    <>
      {from === 'device' && (
        <Text c="dimmed" size="sm">
          {WORDS.fromDevice}
        </Text>
      )}
      {isPictureMissing && (
        <Text c="dimmed" size="sm" role="note">
          {WORDS.pictureMissing}
        </Text>
      )}
      <PdfFrame url={url} title={words.paperLabel} noViewer={words.noViewer} />
    </>
  )
}
