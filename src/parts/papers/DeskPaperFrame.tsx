import { Skeleton, Stack, Text } from '@mantine/core'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import classes from './papers.module.css'
import type { DeskPdf } from './use-desk-pdf.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

/** The paper in the browser's own viewer. */
export function DeskPaperFrame({ pdf: { url, error, isPictureMissing } }: { pdf: DeskPdf }) {
  if (error) return <ErrorNote title={WORDS.failed} message={error.message} kept={WORDS.kept} />
  if (url === undefined)
    return (
      <Stack className={classes.making} gap="xs">
        <Text role="status" size="sm">
          {WORDS.making}
        </Text>
        <Skeleton height={180} aria-hidden />
      </Stack>
    )
  return (
    <>
      {isPictureMissing && (
        <Text c="dimmed" size="sm" role="note">
          {WORDS.pictureMissing}
        </Text>
      )}
      {navigator.pdfViewerEnabled ? (
        // Browsers show no PDF in a sandboxed frame; this one was created by this page's own worker.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={url}
          className={classes.paper}
          src={`${url}#toolbar=0&navpanes=0&view=FitH`}
          title={WORDS.paperLabel}
        />
      ) : (
        <Text className={classes.making}>{WORDS.noViewer}</Text>
      )}
    </>
  )
}
