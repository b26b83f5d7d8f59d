import { canAddComment } from '#domain/study/comment-rights.ts'
import { COMMENT_TYPES } from '#domain/study/comment-types.ts'
import { useSession } from '#src/sync/session/session.ts'
import { addComment, deleteComment } from '#src/sync/study-parts/comments.ts'
import { useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { type CommentDesk, commentsOfType } from './comment-desk.ts'

/** The comments of a study by type. */
export function useComments(studyId: string): CommentDesk {
  const session = useSession()
  const { rows, error } = useStudyParts('comment', studyId)
  const permissions = new Set(session?.modules)
  return {
    types: COMMENT_TYPES,
    of: (type) => commentsOfType(rows ?? [], type),
    isLoading: rows === undefined && !error,
    error,
    mayAdd: (type) => canAddComment(permissions, type),
    add: (type, words) => addComment(studyId, type, words),
    remove: session?.is_client_admin === 1 ? ({ id }) => deleteComment({ id, study_id: studyId }) : undefined,
    zone: LOCAL_ZONE,
  }
}
