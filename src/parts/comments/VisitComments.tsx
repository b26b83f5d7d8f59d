import type { Shown } from '#src/sync/desk/merged-record.ts'
import { CommentsByType } from './CommentsByType.tsx'
import { useVisitComments } from './use-visit-comments.ts'

export interface VisitCommentsProps {
  visit: Shown<'visit'>
  /** False if only the server has the visit. */
  isOnDevice: boolean
}

/** The comments of a visit, one type at a time (docs/visits.md#visit-panel). */
export function VisitComments({ visit, isOnDevice }: VisitCommentsProps) {
  return <CommentsByType recordComments={useVisitComments(visit, isOnDevice)} />
}
