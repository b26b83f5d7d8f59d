import { type StudyRow, studyCalls } from '#contract/calls/studies.ts'
import { useCall } from '../api/use-call.ts'
import { useDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import { openStudy, readStudy, type StoredStudy } from '../outbox/make/local-records.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

export interface StudyState {
  study?: StudyRow
  isLoading: boolean
  /** Why there is nothing to show. */
  error?: Error
}

/** Returns a study's row with the waiting changes: from this device, otherwise from the server. */
export function useStudy(studyId: string): StudyState {
  const device = useDevice()
  const { online } = useLink()
  const local = useLive(studyOf(studyId), studyId)
  const isMissing = !device || (!local.isLoading && !local.answer)
  const { answer, error } = useCall(studyCalls.rowDetail, { id: studyId }, isMissing && online)
  const remote = answer?.result.id === studyId ? answer.result : undefined
  const study = local.answer ?? remote
  return {
    study,
    isLoading: !study && (local.isLoading || (isMissing && online && !error)),
    error: study ? undefined : (local.error ?? error),
  }
}

function studyOf(studyId: string): LiveQuestion<StoredStudy, StudyRow | undefined> {
  return {
    read: ({ databases }) => readStudy(databases, studyId),
    open: (stored, { databases }) => openStudy(databases, stored),
  }
}
