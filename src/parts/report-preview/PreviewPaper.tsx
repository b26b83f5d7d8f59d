import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { keyImagesOf } from '#src/parts/booklet/booklet-input.ts'
import { ImagesBeside } from '#src/parts/open-images/ImagesBeside.tsx'
import { useBooklet } from '#src/sync/booklets/use-booklet.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { hasText, type PaperMark, paperMarkOf } from '#src/workers/pdf-client.ts'
import { PaperFrame } from './PaperFrame.tsx'
import { PreviewActions } from './PreviewActions.tsx'
import { PreviewOptions } from './PreviewOptions.tsx'
import { type PreviewChoice, START_CHOICE } from './preview-choice.ts'
import classes from './report-preview.module.css'
import { revisionDetail, useRevisions } from './revisions.ts'
import { useReportPdf } from './use-report-pdf.ts'
import { PREVIEW_WORDS as WORDS } from './words.ts'

const NONE: readonly never[] = []

export interface PreviewPaperProps {
  detail: ReportDetail
  /** The images are shown beside the paper. */
  isBeside: boolean
  onBeside: (isBeside: boolean) => void
}

/** The paper of one study with its options and buttons. */
export function PreviewPaper({ detail, isBeside, onBeside }: PreviewPaperProps) {
  const [choice, setChoice] = useState<PreviewChoice>(START_CHOICE)
  const studyId = detail.study.id
  const { booklet } = useBooklet(studyId)
  const addenda = useStudyParts('addendum', studyId).rows ?? NONE
  const revisions = useRevisions(studyId)
  const revision = revisions.find(({ id }) => id === choice.revisionId)
  const shown = revision ? revisionDetail(detail, revision) : detail
  const keyImages =
    booklet && choice.keyImages !== 'none' ? keyImagesOf(booklet, choice.keyImages) : undefined
  const pdf = useReportPdf({
    detail: shown,
    letterhead: choice.letterhead,
    signature: choice.signature,
    addenda: revision ? NONE : addenda,
    keyImages,
    mark: revision && 'superseded',
  })
  const mark = revision
    ? 'superseded'
    : (paperMarkOf(detail.reports.filter(hasText), addenda) ?? (pdf.isHeld ? 'unpaid' : undefined))
  return (
    <Stack gap="sm" h="100%">
      <PreviewOptions
        choice={choice}
        onChange={setChoice}
        revisions={revisions}
        hasKeyImages={booklet?.img_file_ids.some((id) => id !== null) ?? false}
      />
      <PreviewActions
        detail={detail}
        pdf={pdf}
        isOldRevision={revision !== undefined}
        isBeside={isBeside}
        onBeside={onBeside}
      />
      {pdf.isHeld && mark !== 'unpaid' && <Alert color="orange">{WORDS.marks.unpaid}</Alert>}
      {mark && <Alert color={COLOURS[mark]}>{WORDS.marks[mark]}</Alert>}
      <div className={classes.beside} data-beside={isBeside || undefined}>
        <div className={classes.page}>
          <PaperFrame pdf={pdf} />
        </div>
        {isBeside && (
          <div className={classes.viewer}>
            <ImagesBeside study={detail.study} />
          </div>
        )}
      </div>
    </Stack>
  )
}

const COLOURS = {
  provisional: 'orange',
  unsigned: 'gray',
  superseded: 'gray',
  unpaid: 'orange',
} as const satisfies Record<PaperMark, string>
