import { useMemo } from 'react'
import { useBooklet } from '#src/sync/booklets/use-booklet.ts'
import { useReportDetail } from '#src/sync/reports/use-report.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { BookletSheets } from './BookletSheets.tsx'
import classes from './booklet.module.css'
import { picturesOf, reportsOfBooklet } from './booklet-input.ts'
import { EMPTY_BOOKLET } from './use-booklet-draft.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

export interface BookletViewProps {
  studyId: string
  opened: boolean
  onClose: () => void
}

/** The booklet as printed: report and pictures between the branch's covers, with Print and Download. */
export function BookletView({ studyId, opened, onClose }: BookletViewProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={WORDS.view}
      size="min(1000px, 94vw)"
      classNames={{ content: classes.dialog, body: classes.body }}
    >
      {opened && <ViewedBooklet studyId={studyId} />}
    </Dialog>
  )
}

function ViewedBooklet({ studyId }: { studyId: string }) {
  const session = useSession()
  const { booklet, isLoading, error } = useBooklet(studyId)
  const report = useReportDetail(studyId)
  const hasReport = reportsOfBooklet(report.detail?.reports ?? []).length > 0
  const pictures = useMemo(() => picturesOf(booklet ?? EMPTY_BOOKLET), [booklet])
  if (!session?.main_modules.includes('booklet')) return <EmptyState title={WORDS.noModule} />
  if (isLoading) return <SkeletonRows />
  if (error && !booklet) return <ErrorNote title={WORDS.failed} message={error.message} />
  if (pictures.imageIds.length === 0 && !hasReport)
    return report.isLoading ? <SkeletonRows /> : <EmptyState title={WORDS.empty} />
  return <BookletSheets studyId={studyId} pictures={pictures} isWhole />
}
