import { ActionIcon, Badge, Text } from '@mantine/core'
import { IconDeviceLaptop, IconTrash } from '@tabler/icons-react'
import { formatDateTime } from '#domain/time/formats.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './comments.module.css'
import type { RecordComments, ShownComment } from './record-comments.ts'
import { COMMENT_WORDS as WORDS } from './words.ts'

export interface CommentItemProps {
  comment: ShownComment
  recordComments: Pick<RecordComments, 'zone' | 'remove'>
}

/** One comment: author, time, whether a doctor wrote it, and its text. */
export function CommentItem({ comment, recordComments: { zone, remove } }: CommentItemProps) {
  const [box, act] = useAct()
  const time = formatDateTime(new Date(comment.created), zone)
  return (
    <li className={classes.comment} data-doctor={comment.is_dr_comment === 1 || undefined}>
      <div className={classes.head} ref={box}>
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
        {comment.isOfVisit && (
          <Badge size="xs" variant="default" tt="none">
            {WORDS.ofVisit}
          </Badge>
        )}
        {remove && !comment.isOfVisit && (
          <ActionIcon
            ml="auto"
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={WORDS.removeLabel(comment.comment_by, time)}
            onClick={() => void act.run(() => askAndDelete(comment, remove))}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        )}
        <RefusalNote act={act} />
      </div>
      <p className={classes.text}>{comment.comment}</p>
    </li>
  )
}

async function askAndDelete(
  comment: ShownComment,
  remove: NonNullable<RecordComments['remove']>,
): Promise<void> {
  const isSure = await confirmAction({
    title: WORDS.askRemove,
    message: WORDS.askRemoveMessage(comment.comment_by),
    confirmLabel: WORDS.remove,
    danger: true,
  })
  if (isSure) await remove(comment)
}
