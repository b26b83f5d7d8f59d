import { useCallback, useEffect, useState } from 'react'
import { type AiReport, aiCalls } from '#contract/calls/ai.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { callApi } from '#src/sync/api/call-api.ts'

interface AiReports {
  /** Newest first. */
  reports: AiReport[] | undefined
  error: Error | undefined
  refresh: () => void
}

/** Returns the AI companies' results for a study; reloads them when the study reports a new one, and on `refresh`. */
export function useAiReports(study: Pick<StudyRow, 'study_id' | 'ai_report'>, isOnline: boolean): AiReports {
  const [reports, setReports] = useState<AiReport[]>()
  const [error, setError] = useState<Error>()
  const [asked, setAsked] = useState(0)
  const { study_id, ai_report } = study
  const told = ai_report ? `${ai_report.id} ${ai_report.status}` : ''
  // The study and the values that trigger a reload.
  const question = [study_id, told, asked].join(' ')
  useEffect(() => {
    if (!isOnline) return undefined
    const left = new AbortController()
    const [id = ''] = question.split(' ')
    callApi(aiCalls.aiReports, { study_id: id }, { signal: left.signal }).then(
      ({ result }) => {
        setReports(result)
        setError(undefined)
      },
      (problem: Error) => {
        if (!left.signal.aborted) setError(problem)
      },
    )
    return () => left.abort()
  }, [question, isOnline])
  const refresh = useCallback(() => setAsked((count) => count + 1), [])
  return { reports, error, refresh }
}
