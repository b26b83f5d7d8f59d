import { canAddComment } from '#domain/study/comment-rights.ts'
import { COMMENT_TYPES } from '#domain/study/comment-types.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { addComment, deleteComment } from '#src/sync/study-parts/comments.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { useVisitNotes } from '#src/sync/study-parts/use-visit-notes.ts'
import { commentsOfType, type RecordComments } from './record-comments.ts'

/**
 * Returns the comments of a study by type, with those of its visit: the reason for the examination, desk and
 * nurse notes.
 */
export function useComments(studyId: string): RecordComments {
  const session = useSession()
  const { rows, error } = useStudyParts('comment', studyId)
  const notes = useVisitNotes(studyId)
  const shown = [...(rows ?? []), ...notes.comments.map(ofVisit)]
  const permissions = new Set(session?.modules)
  return {
    record: studyId,
    types: COMMENT_TYPES,
    of: (type) => commentsOfType(shown, type),
    isLoading: rows === undefined && !error,
    error,
    mayAdd: (type) => canAddComment(permissions, type),
    add: (type, words) => addComment(studyId, type, words),
    remove: session?.is_client_admin === 1 ? ({ id }) => deleteComment({ id, study_id: studyId }) : undefined,
    zone: branchZone(),
  }
}

const ofVisit = <Row extends object>(row: Row) => ({ ...row, isWaiting: false, isOfVisit: true })
