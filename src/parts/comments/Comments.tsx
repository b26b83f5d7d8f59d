import { Chip, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { COMMENT_TYPE_LABELS, COMMENT_TYPES, type CommentType } from '#domain/study/comment-types.ts'
import { useSession } from '#src/sync/session/session.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { CommentList } from './CommentList.tsx'
import { useComments } from './use-comments.ts'
import { COMMENT_WORDS as WORDS } from './words.ts'

export interface CommentsProps {
  studyId: string
}

/** The comments of a study, one type at a time (spec 3 section 2.3 "Right sidebar: comments"). */
export function Comments({ studyId }: CommentsProps) {
  const session = useSession()
  const comments = useComments(studyId)
  const [type, setType] = useState<CommentType>('Normal')
  if (!session) return null
  if (comments.error) return <ErrorNote message={comments.error.message} />
  if (comments.isLoading) return <SkeletonRows rows={4} height={44} />
  return (
    <Stack gap="xs">
      <Chip.Group multiple={false} value={type} onChange={setType}>
        {/* They wrap: four words with their counts are wider than the column beside a report. */}
        <Group gap={6} role="radiogroup" aria-label={WORDS.types}>
          {COMMENT_TYPES.map((one) => (
            <Chip key={one} value={one} size="xs" radius="sm">
              {labelOf(one, comments.of(one).length)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <div>
        <CommentList
          key={type}
          studyId={studyId}
          type={type}
          comments={comments.of(type)}
          session={session}
        />
      </div>
    </Stack>
  )
}

const labelOf = (type: CommentType, count: number) =>
  count > 0 ? `${COMMENT_TYPE_LABELS[type]} ${count}` : COMMENT_TYPE_LABELS[type]
