import type { CommentRow } from '#contract/calls/study-parts.ts'
import { currentSession } from '../session/session-state.ts'
import { byPerson, type EffectsOf, type RecordRef } from './effect.ts'
import { removed } from './removed.ts'

const commentOf = ({ id, study_id }: { id?: string | undefined; study_id: string }): RecordRef => ({
  type: 'comment',
  id: id ?? study_id,
})

/** The optimistic effects of comments. */
export const commentEffects: EffectsOf<'addStudyComment' | 'deleteStudyComment'> = {
  addStudyComment: {
    record: commentOf,
    isAuto: byPerson,
    patches: async (input, _local, author) => {
      const { id } = commentOf(input)
      const change: CommentRow = {
        id,
        rev: 0,
        study_id: input.study_id,
        comment: input.comment,
        type: input.type,
        comment_by: author.name,
        comment_by_id: author.userId,
        created: author.at,
        is_dr_comment: currentSession()?.is_doctor ?? 0,
      }
      return [{ type: 'comment', id, change }]
    },
  },
  deleteStudyComment: {
    record: commentOf,
    isAuto: byPerson,
    patches: async ({ id }) => [removed('comment', id)],
  },
}
