import { Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { VISIT_COMMENT_MAX } from '#contract/calls/visit-parts.ts'
import { canAddVisitComment, commentTypesOfVisit } from '#domain/study/comment-rights.ts'
import { COMMENT_TYPE_LABELS, type CommentType } from '#domain/study/comment-types.ts'
import { resendVisitComment } from '#src/sync/desk/resend-visit-parts.ts'
import { useOpenedVisit } from '#src/sync/desk/use-opened-visit.ts'
import { typedIn } from '#src/sync/outbox/refused/refused-command.ts'
import { useSession } from '#src/sync/session/session.ts'
import { RefusedForm } from './RefusedForm.tsx'
import type { RefusedFormProps } from './refused-form-props.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

/** A refused comment of a visit, with its text and type. */
export function EditComment(props: RefusedFormProps) {
  const typed = typedIn(props.refused, 'appt/addComment')
  const [type, setType] = useState<CommentType>(typed.type)
  const [comment, setComment] = useState(typed.comment)
  const [wasTried, setTried] = useState(false)
  const types = useTypes(typed.appt_id, typed.type)
  const words = comment.trim()
  const check = () => {
    setTried(true)
    return words !== ''
  }
  return (
    <RefusedForm
      {...props}
      title={WORDS.title.comment}
      visitId={typed.appt_id}
      check={check}
      send={() => resendVisitComment(props.refused, { type, comment: words })}
    >
      <Select
        label={WORDS.commentType}
        data={types.map((one) => ({ value: one, label: COMMENT_TYPE_LABELS[one] }))}
        value={type}
        onChange={(value) => value && setType(value)}
        allowDeselect={false}
      />
      <Textarea
        label={WORDS.comment}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={VISIT_COMMENT_MAX}
        value={comment}
        error={wasTried && words === '' && WORDS.commentNeeded}
        onChange={(event) => setComment(event.currentTarget.value)}
        data-autofocus
      />
    </RefusedForm>
  )
}

/** Returns the types that the person may write at this visit, and the refused one. */
function useTypes(visitId: string, refused: CommentType): CommentType[] {
  const { visit } = useOpenedVisit(visitId)
  const permissions = new Set(useSession()?.modules)
  const isRadiology = visit?.is_radiology !== 0
  return commentTypesOfVisit(isRadiology).filter(
    (type) => type === refused || canAddVisitComment(permissions, type, isRadiology),
  )
}
