import { type BookletDetail, bookletCalls } from '#contract/calls/booklets.ts'
import type { BookletRow } from '#contract/calls/study-parts.ts'
import { bookletIdOf } from '#domain/study/booklet.ts'
import { useCall } from '../api/use-call.ts'
import { useDevice } from '../current-device.ts'
import { useStudyParts } from '../study-parts/use-study-parts.ts'

/** A booklet as shown; `isWaiting` while the server does not have this version. */
export type ShownBooklet = Omit<BookletRow, 'updated'> & { isWaiting: boolean }

export interface BookletState {
  /** Undefined if the study has none yet. */
  booklet: ShownBooklet | undefined
  isLoading: boolean
  error?: Error
}

/** Returns a study's booklet: from this device with the waiting changes, otherwise from the server. */
export function useBooklet(studyId: string): BookletState {
  const device = useDevice()
  const { rows, error } = useStudyParts('booklet', studyId)
  const local = rows?.[0]
  // The booklet of a study beyond this device's window is only on the server.
  const isMissing = !device || (rows !== undefined && !local)
  const asked = useCall(bookletCalls.bookletDtl, { id: studyId }, isMissing)
  if (local) return { booklet: local, isLoading: false, error }
  const isLoading = error === undefined && (isMissing ? asked.isLoading : true)
  return { booklet: isMissing ? fromServer(asked.answer?.result) : undefined, isLoading, error }
}

function fromServer(dtl: BookletDetail | undefined): ShownBooklet | undefined {
  if (!dtl || dtl.rev === 0) return undefined
  const { study_id, rev, pagesize, layout, empty_area_bg, img_file_ids } = dtl
  return {
    id: bookletIdOf(study_id),
    rev,
    study_id,
    pagesize,
    layout,
    empty_area_bg,
    img_file_ids,
    isWaiting: false,
  }
}
