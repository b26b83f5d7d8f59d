import { useState } from 'react'
import { visitPartCalls } from '#contract/calls/visit-parts.ts'
import { canAddVisitComment, commentTypesOfVisit } from '#domain/study/comment-rights.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { addVisitComment, deleteVisitComment } from '#src/sync/desk/visit-comments.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { deleteComment } from '#src/sync/study-parts/comments.ts'
import { useStudyPartsOf } from '#src/sync/study-parts/use-study-parts.ts'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import { commentsOfType, type RecordComments, type ShownComment } from './record-comments.ts'

/** `study_id`: the visit's study that it belongs to, unless it belongs to the visit itself. */
type VisitComment = ShownComment & { study_id?: string | null }

/**
 * Returns the comments of a visit and its studies. For a visit older than this device's copies they come from
 * the server, together with those waiting here.
 */
export function useVisitComments(visit: Shown<'visit'>, isOnDevice: boolean): RecordComments {
  const session = useSession()
  const zone = useBranchZone(visit.branch_id)
  const { rows, isLoading, error, forget } = useRows(visit, isOnDevice)
  const permissions = new Set(session?.modules)
  const isRadiology = visit.is_radiology === 1
  const remove = async ({ id }: ShownComment) => {
    const studyId = rows.find((row) => row.id === id)?.study_id
    await (studyId ? deleteComment({ id, study_id: studyId }) : deleteVisitComment(id))
    forget(id)
  }
  return {
    record: visit.id,
    types: commentTypesOfVisit(isRadiology),
    of: (type) => commentsOfType(rows, type),
    isLoading,
    error,
    mayAdd: (type) => canAddVisitComment(permissions, type, isRadiology),
    add: (type, words) => addVisitComment(visit, type, words),
    remove: session?.is_client_admin === 1 ? remove : undefined,
    zone,
  }
}

function useRows(visit: Shown<'visit'>, isOnDevice: boolean) {
  const { online } = useLink()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const own = useVisitParts('visit_comment', visit.id)
  const ofStudies = useStudyPartsOf(
    'comment',
    visit.services.flatMap(({ study_id }) => study_id ?? []),
  )
  // Loaded again once the comments added here have been delivered.
  const isAsking = !isOnDevice && online && !own.rows?.some(({ isWaiting }) => isWaiting)
  const remote = useCall(visitPartCalls.comments, { id: visit.id, for_study: '1' }, isAsking)
  const local: VisitComment[] = [...(own.rows ?? []), ...(ofStudies.rows ?? [])]
  const ids = new Set(local.map(({ id }) => id))
  const told: VisitComment[] = isOnDevice
    ? []
    : (remote.answer?.result ?? [])
        .filter(({ id }) => !ids.has(id))
        .map((row) => ({ ...row, isWaiting: false }))
  return {
    rows: [...local, ...told].filter(({ id }) => !removed.includes(id)),
    isLoading: own.rows === undefined || (isAsking && remote.isLoading),
    error: own.error ?? (isOnDevice ? undefined : remote.error),
    forget: (id: string) => setRemoved((before) => [...before, id]),
  }
}
