import { Comments } from '#src/parts/comments/Comments.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import type { RowDialogProps } from './row-dialogs.tsx'

/** The comments of a study over its list. */
export function CommentsDialog({ study, opened, onClose }: RowDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.commentsTitle} size="lg">
      {opened && <Comments studyId={study.study_id} />}
    </Dialog>
  )
}
