import { useCallback, useEffect, useState } from 'react'
import { integrationCalls, THIRD_PARTY_PATH } from '#contract/calls/integrations.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { askFile } from '#src/sync/api/ask-file.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { downloadBlob } from '#src/ui/download-blob.ts'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { SEND_REPORT_WORDS as WORDS } from './words.ts'

type Outside = OutputOf<typeof integrationCalls.outside>['result']

/** While something is being sent the outcome is looked for this often. */
const LOOK_EVERY_MS = 3_000

export interface SentReports {
  outside: Outside | undefined
  error: Error | undefined
  /** True where the study's reports have an address to go to. */
  hasWay: boolean
  isBusy: boolean
  isFetching: boolean
  refresh: () => void
  sendOut: (reportNo: number) => void
  fetchThirdParty: () => void
}

/** What went out of a study, kept fresh while something is on its way. */
export function useSentReports(studyId: string, isOnline: boolean): SentReports {
  const [outside, setOutside] = useState<Outside>()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const [isFetching, setFetching] = useState(false)
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
    setBusy(true)
    try {
      await callApi(integrationCalls.sendReportToHL7, { study_id: studyId, report_no: reportNo })
      notifyDone(WORDS.sent)
      refresh()
    } catch (problem) {
      notifyError(problem)
    } finally {
      setBusy(false)
    }
  }
  const fetchThirdParty = async () => {
    setFetching(true)
    try {
      const response = await askFile(
        'php',
        THIRD_PARTY_PATH,
        { study_id: studyId },
        new AbortController().signal,
      )
      downloadBlob(await response.blob(), WORDS.thirdPartyFile)
    } catch (problem) {
      notifyError(problem)
    } finally {
      setFetching(false)
    }
  }
  return {
    outside,
    error,
    hasWay: outside?.has_hl7 === 1 || outside?.has_xml === 1,
    isBusy,
    isFetching,
    refresh,
    sendOut: (reportNo) => void sendOut(reportNo),
    fetchThirdParty: () => void fetchThirdParty(),
  }
}
