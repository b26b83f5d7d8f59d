import { useMemo, useState } from 'react'
import { filedAlone } from '#domain/report/filed.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import paper from '#src/ui/pdf-frame.module.css'
import { PreviewPaper, type PreviewPaperProps } from './PreviewPaper.tsx'
import { PREVIEW_WORDS as WORDS } from './words.ts'

export interface ReportPreviewProps {
  studyId: string
  opened: boolean
  onClose: () => void
  /** True while writing: an unsigned text beside a signed report is on the paper too, as a draft. */
  withDrafts?: boolean
}

/** The report as paper (docs/reports.md#preview-and-paper): with or without letterhead and signature. */
export function ReportPreview({ studyId, opened, onClose, withDrafts = false }: ReportPreviewProps) {
  const [isBeside, setBeside] = useState(false)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={WORDS.title}
      // Two pages side by side use the full width.
      size={isBeside ? '96vw' : 'min(1000px, 94vw)'}
      classNames={{ content: paper.dialog, body: paper.body }}
    >
      {opened && (
        <PreviewedStudy studyId={studyId} withDrafts={withDrafts} isBeside={isBeside} onBeside={setBeside} />
      )}
    </Dialog>
  )
}

interface PreviewedStudyProps extends Omit<PreviewPaperProps, 'detail'> {
  studyId: string
  withDrafts: boolean
}

function PreviewedStudy({ studyId, withDrafts, ...paper }: PreviewedStudyProps) {
  const { detail, isLoading, error } = useReportDetail(studyId)
  // Filed reports are handed over even if another report of the study is still being written.
  const shown = useMemo(
    () => (detail && !withDrafts ? { ...detail, reports: [...filedAlone(detail.reports)] } : detail),
    [detail, withDrafts],
  )
  if (shown) return <PreviewPaper detail={shown} {...paper} />
  if (isLoading) return <SkeletonRows />
  return <ErrorNote title={WORDS.failed} message={error?.message ?? ''} kept={WORDS.kept} />
}
