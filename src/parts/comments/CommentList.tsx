import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { COMMENT_MAX } from '#contract/calls/comments.ts'
import { COMMENT_TYPE_LABELS, type CommentType } from '#domain/study/comment-types.ts'
import type { UnsentCommentKey } from '#src/sync/preferences/preference.ts'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { UnreadTextNote } from '#src/ui/notes/UnreadTextNote.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { unkeptMark } from '#src/ui/unsaved/unkept.ts'
import { CommentItem } from './CommentItem.tsx'
import classes from './comments.module.css'
import type { RecordComments } from './record-comments.ts'
import { useUnsentText } from './use-unsent-text.ts'
import { COMMENT_WORDS as WORDS } from './words.ts'

export interface CommentListProps {
  recordComments: RecordComments
  type: CommentType
  /** True if several lists are stacked. */
  isShort?: boolean
}

/** The comments of one type, and the field for a new one if the person may add it. */
export function CommentList({ recordComments, type, isShort = false }: CommentListProps) {
  const comments = recordComments.of(type)
  return (
    <>
      <ul
        className={isShort ? `${classes.list} ${classes.short}` : classes.list}
        aria-label={WORDS.list(COMMENT_TYPE_LABELS[type])}
      >
        {comments.length === 0 && (
          <li>
            <Text c="dimmed" size="sm">
              {WORDS.none}
            </Text>
          </li>
        )}
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} recordComments={recordComments} />
        ))}
      </ul>
      {recordComments.mayAdd(type) ? (
        <AddComment
          key={`${recordComments.record}:${type}`}
          place={`comment:${recordComments.record}:${type}`}
          type={type}
          onAdd={recordComments.add}
        />
      ) : (
        <Text c="dimmed" size="sm" mt="xs">
          {WORDS.readOnly}
        </Text>
      )}
    </>
  )
}

interface AddCommentProps {
  /** Where the text is stored until it is added. */
  place: UnsentCommentKey
  type: CommentType
  onAdd: RecordComments['add']
}

function AddComment({ place, type, onAdd }: AddCommentProps) {
  const { text, setText, isRead, problem, retry, discard } = useUnsentText(place)
  const [isMissing, setMissing] = useState(false)
  const [box, act] = useAct()
  useHeardKeys(['send'])
  const words = text.trim()
  const add = () => {
    setMissing(words === '')
    if (words === '') return act.refuse()
    if (act.isBusy) return
    void act.run(async () => {
      await onAdd(type, words)
      setText('')
    })
  }
  if (problem) return <UnreadTextNote problem={problem} onRetry={retry} onDiscard={discard} />
  return (
    <div ref={box} {...unkeptMark(words !== '')}>
      <Group mt="xs" gap="xs" align="flex-start" wrap="nowrap">
        <Textarea
          flex={1}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={COMMENT_MAX}
          aria-label={`${WORDS.placeholder}: ${COMMENT_TYPE_LABELS[type]}`}
          placeholder={WORDS.placeholder}
          value={text}
          readOnly={!isRead}
          error={isMissing && WORDS.empty}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setMissing(false)
            act.forget()
          }}
          onKeyDown={(event) => {
            if (isAppKey('send', event)) {
              // The editor behind it treats Ctrl+Enter as signing.
              event.preventDefault()
              event.stopPropagation()
              add()
            }
          }}
        />
        <Button variant="default" loading={act.isBusy} onClick={add}>
          {WORDS.add}
        </Button>
      </Group>
      <RefusalNote act={act} />
    </div>
  )
}
