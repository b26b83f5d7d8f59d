import { Stack, Title } from '@mantine/core'
import { COMMENT_TYPE_LABELS, type CommentType } from '#domain/study/comment-types.ts'
import { CommentList } from '#src/parts/comments/CommentList.tsx'
import { useComments } from '#src/parts/comments/use-comments.ts'
import { COMMENT_WORDS as WORDS } from '#src/parts/comments/words.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'

export interface RemarksDialogProps {
  studyId: string
  opened: boolean
  onClose: () => void
}

/** Notes by the people around the examination: its reason, and how it went (docs/reports.md#editor). */
const REMARK_TYPES = ['Exam_Reason', 'Technician', 'Nurse'] as const satisfies readonly CommentType[]

export function RemarksDialog({ studyId, opened, onClose }: RemarksDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.remarks} size="lg">
      {opened && <Remarks studyId={studyId} />}
    </Dialog>
  )
}

function Remarks({ studyId }: { studyId: string }) {
  const comments = useComments(studyId)
  if (comments.error) return <ErrorNote message={comments.error.message} />
  if (comments.isLoading) return <SkeletonRows rows={4} height={44} />
  return (
    <Stack gap="lg">
      {REMARK_TYPES.map((type) => (
        <section key={type} aria-label={COMMENT_TYPE_LABELS[type]}>
          <Title order={3} size="h6" mb="xs">
            {COMMENT_TYPE_LABELS[type]}
          </Title>
          <CommentList recordComments={comments} type={type} isShort />
        </section>
      ))}
    </Stack>
  )
}
