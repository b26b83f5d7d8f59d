import { ActionIcon, Badge, Text } from '@mantine/core'
import { IconDeviceLaptop, IconTrash } from '@tabler/icons-react'
import type { CommentRow } from '#contract/calls/study-parts.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { deleteComment } from '#src/sync/study-parts/comments.ts'
import type { ShownPart } from '#src/sync/study-parts/use-study-parts.ts'
import { confirmAction } from '#src/ui/confirm-action.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { notifyError } from '#src/ui/notify.ts'
import classes from './comments.module.css'
import { COMMENT_WORDS as WORDS } from './words.ts'

export interface CommentItemProps {
  comment: ShownPart<'comment'>
  /** Only a client administrator deletes comments (spec 3 section 6). */
  canDelete: boolean
}

/** One comment: who, when, whether a doctor wrote it, and its words. */
export function CommentItem({ comment, canDelete }: CommentItemProps) {
  const time = formatDateTime(new Date(comment.created), LOCAL_ZONE)
  return (
    <li className={classes.comment} data-doctor={comment.is_dr_comment === 1 || undefined}>
      <div className={classes.head}>
        <Text fw={600} size="sm">
          {comment.comment_by}
        </Text>
        {comment.is_dr_comment === 1 && (
          <Badge size="xs" variant="light" tt="none">
            {WORDS.doctor}
          </Badge>
        )}
        <Text c="dimmed" size="xs" className="tabular">
          {time}
        </Text>
        {comment.isWaiting && <IconDeviceLaptop size={14} role="img" aria-label={WORDS.onDevice} />}
        {canDelete && (
          <ActionIcon
            ml="auto"
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={WORDS.removeLabel(comment.comment_by, time)}
            onClick={() => void askAndDelete(comment)}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <p className={classes.text}>{comment.comment}</p>
    </li>
  )
}

async function askAndDelete(comment: CommentRow): Promise<void> {
  const isSure = await confirmAction({
    title: WORDS.askRemove,
    message: WORDS.askRemoveMessage(comment.comment_by),
    confirmLabel: WORDS.remove,
    danger: true,
  })
  if (isSure) await deleteComment(comment).catch(notifyError)
}
