import { useEffect, useState } from 'react'
import { labReportCalls } from '#contract/calls/lab-reports.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { type KeptAnswer, useKeptCall } from '../api/use-kept-call.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

export type LabReportsInput = InputOf<typeof labReportCalls.getLabReports>

/**
 * Returns a page of the visits with laboratory results, refreshed every 2 minutes while visible. The first page of the
 * full list is stored for offline use.
 */
export function useLabReports(
  input: LabReportsInput,
  isOnline: boolean,
): KeptAnswer<typeof labReportCalls.getLabReports> {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    const each = pollEvery(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(() => setTicks((n) => n + 1))
    return () => each.unsubscribe()
  }, [])
  const { p = 1, ps: _, ...filter } = input
  const isWhole = Number(p) === 1 && Object.values(filter).every((value) => !value)
  return useKeptCall(labReportCalls.getLabReports, input, {
    isWanted: isOnline,
    news: String(ticks),
    keptAs: isWhole ? 'lab reports' : undefined,
  })
}
