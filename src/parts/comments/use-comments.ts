import type { CommentType } from '#domain/study/comment-types.ts'
import { type ShownPart, useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'

export interface CommentsByType {
  of: (type: CommentType) => ShownPart<'comment'>[]
  isLoading: boolean
  error: Error | undefined
}

/** The comments of a study by type, each oldest first. */
export function useComments(studyId: string): CommentsByType {
  const { rows, error } = useStudyParts('comment', studyId)
  const all = (rows ?? []).toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
  return {
    of: (type) => all.filter((comment) => comment.type === type),
    isLoading: rows === undefined && !error,
    error,
  }
}
