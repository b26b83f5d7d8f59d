import { Skeleton, Stack, Text } from '@mantine/core'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { PdfFrame } from '#src/ui/PdfFrame.tsx'
import classes from '#src/ui/pdf-frame.module.css'
import type { DeskPdf } from './use-desk-pdf.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

/** The paper in the browser's own viewer. */
export function DeskPaperFrame({ pdf: { url, error, isPictureMissing } }: { pdf: DeskPdf }) {
  if (error) return <ErrorNote title={WORDS.failed} message={error.message} kept={WORDS.kept} />
  if (url === undefined)
    return (
      <Stack className={classes.instead} gap="xs">
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
      <PdfFrame url={url} title={WORDS.paperLabel} noViewer={WORDS.noViewer} />
    </>
  )
}
