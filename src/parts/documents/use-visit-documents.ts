import { useState } from 'react'
import { visitPartCalls } from '#contract/calls/visit-parts.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { addVisitDocument, deleteVisitDocument } from '#src/sync/desk/visit-documents.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { deleteDocument } from '#src/sync/study-parts/documents.ts'
import { useStudyPartsOf } from '#src/sync/study-parts/use-study-parts.ts'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import { inOrder, type RecordDocuments, type ShownDocument } from './record-documents.ts'

/** `study_id`: the visit's study that it belongs to, unless it belongs to the visit itself. */
type VisitDocument = ShownDocument & { study_id?: string | null }

/**
 * Returns the documents of a visit and its studies. For a visit older than this device's copies they come
 * from the server, together with those waiting here.
 */
export function useVisitDocuments(visit: Shown<'visit'>, isOnDevice: boolean): RecordDocuments {
  const zone = useBranchZone(visit.branch_id)
  const { rows, error, forget } = useRows(visit, isOnDevice)
  return {
    owner: visit.id,
    purpose: 'visit_document',
    rows: rows && inOrder(rows),
    error,
    add: (document) => addVisitDocument({ visit, ...document }),
    remove: async ({ id }) => {
      const studyId = rows?.find((row) => row.id === id)?.study_id
      await (studyId ? deleteDocument({ id, study_id: studyId }) : deleteVisitDocument(id))
      forget(id)
    },
    zone,
  }
}

function useRows(visit: Shown<'visit'>, isOnDevice: boolean) {
  const { online } = useLink()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const own = useVisitParts('visit_document', visit.id)
  const ofStudies = useStudyPartsOf(
    'document',
    visit.services.flatMap(({ study_id }) => study_id ?? []),
  )
  // Loaded again once the documents added here have been delivered.
  const isAsking = !isOnDevice && online && !own.rows?.some(({ isWaiting }) => isWaiting)
  const remote = useCall(visitPartCalls.documents, { id: visit.id }, isAsking)
  const local: VisitDocument[] = [...(own.rows ?? []), ...(ofStudies.rows ?? [])]
  const ids = new Set(local.map(({ id }) => id))
  const told: VisitDocument[] = isOnDevice
    ? []
    : (remote.answer?.result ?? [])
        .filter(({ id }) => !ids.has(id))
        .map((row) => ({ ...row, isWaiting: false }))
  const isLoading = own.rows === undefined || (isAsking && remote.isLoading)
  return {
    rows: isLoading ? undefined : [...local, ...told].filter(({ id }) => !removed.includes(id)),
    error: own.error ?? (isOnDevice ? undefined : remote.error),
    forget: (id: string) => setRemoved((before) => [...before, id]),
  }
}
