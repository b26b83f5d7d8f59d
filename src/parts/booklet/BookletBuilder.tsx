import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useBooklet } from '#src/sync/booklets/use-booklet.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { BookletView } from './BookletView.tsx'
import classes from './booklet.module.css'
import { LoadedBooklet } from './LoadedBooklet.tsx'
import { BOOKLET_WORDS as WORDS } from './words.ts'

export interface BookletBuilderProps {
  studyId: string
  opened: boolean
  onClose: () => void
}

/** The booklet of a study (docs/reports.md#booklet): key images laid out on A4, saved as they are inserted. */
export function BookletBuilder({ studyId, opened, onClose }: BookletBuilderProps) {
  const [isViewed, setViewed] = useState(false)
  return (
    <>
      <Dialog
        opened={opened}
        onClose={onClose}
        title={WORDS.title}
        size="calc(100vw - 3rem)"
        classNames={{ content: classes.dialog, body: classes.body }}
      >
        {opened && <OpenedBooklet studyId={studyId} onView={() => setViewed(true)} />}
      </Dialog>
      <BookletView studyId={studyId} opened={opened && isViewed} onClose={() => setViewed(false)} />
    </>
  )
}

function OpenedBooklet({ studyId, onView }: { studyId: string; onView: () => void }) {
  const session = useSession()
  const { booklet, isLoading, error } = useBooklet(studyId)
  if (!session?.main_modules.includes('booklet')) return <Alert color="gray">{WORDS.noModule}</Alert>
  if (error && !booklet) return <ErrorNote title={WORDS.failed} message={error.message} />
  if (isLoading) return <SkeletonRows />
  return <LoadedBooklet studyId={studyId} booklet={booklet} onView={onView} />
}
