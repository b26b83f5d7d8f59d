import { useState } from 'react'
import { visitPartCalls } from '#contract/calls/visit-parts.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { addVisitDocument, deleteVisitDocument } from '#src/sync/desk/visit-documents.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { deleteDocument } from '#src/sync/study-parts/documents.ts'
import { useStudyPartsOf } from '#src/sync/study-parts/use-study-parts.ts'
import { useBranchZone } from '#src/ui/use-branch-zone.ts'
import { type DocumentDesk, inOrder, type ShownDocument } from './document-desk.ts'

/** `study_id`: the study of the visit that it stands with, where it is not the visit itself. */
type VisitDocument = ShownDocument & { study_id?: string | null }

/**
 * The documents of a visit with those of its studies. A visit that is older than this device's copies has them from the
 * server, and those that wait here beside them.
 */
export function useVisitDocuments(visit: Shown<'visit'>, isOnDevice: boolean): DocumentDesk {
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
  // Asked again once what was added here has been delivered.
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
