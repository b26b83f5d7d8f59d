import { useEffect } from 'react'
import { type StudyRow, studyCalls } from '#contract/calls/studies.ts'
import { useCall } from '../api/use-call.ts'
import { useDevice } from '../current-device.ts'
import { openStudy, readStudy, type StoredStudy } from '../outbox/local-records.ts'
import { keepConfirmed } from '../pull/copies.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** One study by its id: from the device, else from the server; undefined until it is found. */
export function useStudy(studyId: string): StudyRow | undefined {
  const device = useDevice()
  const local = useLive(studyQuestion(studyId), studyId)
  const isMissing = !device || (!local.isLoading && !local.answer)
  const remote = useCall(studyCalls.rowDetail, { id: studyId }, isMissing).answer?.result
  useEffect(() => {
    if (device && remote) void keepConfirmed(device.databases, { study: remote })
  }, [device, remote])
  return local.answer ?? (remote?.id === studyId ? remote : undefined)
}

function studyQuestion(studyId: string): LiveQuestion<StoredStudy, StudyRow | undefined> {
  return {
    read: ({ databases }) => readStudy(databases, studyId),
    open: (stored, { databases }) => openStudy(databases, stored),
  }
}
