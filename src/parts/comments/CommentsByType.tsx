import { Chip, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { COMMENT_TYPE_LABELS, type CommentType } from '#domain/study/comment-types.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { CommentList } from './CommentList.tsx'
import type { RecordComments } from './record-comments.ts'
import { COMMENT_WORDS as WORDS } from './words.ts'

/** Comments of one type at a time, with the counts of the others. */
export function CommentsByType({ recordComments }: { recordComments: RecordComments }) {
  const [type, setType] = useState<CommentType>('Normal')
  if (recordComments.error) return <ErrorNote message={recordComments.error.message} />
  if (recordComments.isLoading) return <SkeletonRows rows={4} height={44} />
  return (
    <Stack gap="xs">
      <Chip.Group multiple={false} value={type} onChange={setType}>
        {/* They wrap: four words with their counts are wider than the column beside a report. */}
        <Group gap={6} role="radiogroup" aria-label={WORDS.types}>
          {recordComments.types.map((one) => (
            <Chip key={one} value={one} size="xs" radius="sm">
              {labelOf(one, recordComments.of(one).length)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <div>
        <CommentList key={type} recordComments={recordComments} type={type} />
      </div>
    </Stack>
  )
}

const labelOf = (type: CommentType, count: number) =>
  count > 0 ? `${COMMENT_TYPE_LABELS[type]} ${count}` : COMMENT_TYPE_LABELS[type]
