import { useCallback, useEffect, useState } from 'react'
import { integrationCalls, THIRD_PARTY_PATH } from '#contract/calls/integrations.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { askFile } from '#src/sync/api/ask-file.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { findZone } from '#src/sync/directory/find-zone.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { paperFileName } from '#src/workers/pdf-client.ts'
import { SEND_REPORT_WORDS as WORDS } from './words.ts'

type Outside = OutputOf<typeof integrationCalls.outside>['result']

/** Polling interval while something is being sent. */
const LOOK_EVERY_MS = 3_000

export interface SentReports {
  outside: Outside | undefined
  error: Error | undefined
  /** True if the study's reports have a destination. */
  hasWay: boolean
  refresh: () => void
  /** Both throw refusals. */
  sendOut: (reportNo: number) => Promise<void>
  fetchThirdParty: () => Promise<void>
}

/** Returns what was sent of a study, refreshed while something is being sent. */
export function useSentReports(study: StudyRow, isOnline: boolean): SentReports {
  const { study_id: studyId } = study
  const [outside, setOutside] = useState<Outside>()
  const [error, setError] = useState<Error>()
  const refresh = useCallback(() => {
    callApi(integrationCalls.outside, { id: studyId }).then(
      ({ result }) => {
        setOutside(result)
        setError(undefined)
      },
      (problem: Error) => setError(problem),
    )
  }, [studyId])
  useEffect(() => {
    if (isOnline) refresh()
  }, [isOnline, refresh])
  const isOnItsWay = outside?.dispatches.some(({ state }) => state === 'Waiting') ?? false
  useEffect(() => {
    if (!isOnline || !isOnItsWay) return undefined
    const timer = setInterval(refresh, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isOnline, isOnItsWay, refresh])

  const sendOut = async (reportNo: number) => {
    await callApi(integrationCalls.sendReportToHL7, { study_id: studyId, report_no: reportNo })
    notifyDone(WORDS.sent)
    refresh()
  }
  const fetchThirdParty = async () => {
    const asked = { study_id: studyId }
    const response = await askFile('php', THIRD_PARTY_PATH, asked, new AbortController().signal)
    const zone = await findZone(study.branch_id)
    downloadBlob(await response.blob(), paperFileName(study, zone, 'thirdParty'))
  }
  return {
    outside,
    error,
    hasWay: outside?.has_hl7 === 1 || outside?.has_xml === 1,
    refresh,
    sendOut,
    fetchThirdParty,
  }
}
