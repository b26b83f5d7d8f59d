import { useEffect, useState } from 'react'
import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import { studyCalls } from '#contract/calls/studies.ts'
import { callApi } from '../api/call-api.ts'

/** A row of a study list; `onDevice` marks one that shows a change the server does not have yet. */
export type StudyListRow = StudyRow & { onDevice?: boolean }

export interface StudyListPage {
  start: number
  total: number
  total_records: number
  cur_page: number
}

export interface StudyList {
  rows: StudyListRow[]
  page: StudyListPage
  from: 'device' | 'server'
  isLoading: boolean
  error?: Error
  /** Set where the device answers for less than was asked: studies received before this are not in the list. */
  coveredFrom?: Date
  refresh: () => void
}

const EMPTY_PAGE: StudyListPage = { start: 0, total: 0, total_records: 0, cur_page: 1 }

/** One page of the studies that match `filter`, newest first. */
export function useStudyList(filter: StudyListInput): StudyList {
  const key = JSON.stringify(filter)
  const [answer, setAnswer] = useState<{ rows: StudyRow[]; page: StudyListPage }>()
  const [error, setError] = useState<Error>()
  const [isLoading, setLoading] = useState(true)
  const [round, setRound] = useState(0)

  useEffect(() => {
    const asked = new AbortController()
    setLoading(true)
    callApi(studyCalls.getList, JSON.parse(key) as StudyListInput, { signal: asked.signal }).then(
      ({ result }) => {
        setAnswer({ rows: result.data, page: result.page })
        setError(undefined)
        setLoading(false)
      },
      (problem: Error) => {
        if (asked.signal.aborted) return
        setError(problem)
        setLoading(false)
      },
    )
    return () => asked.abort()
  }, [key, round])

  return {
    rows: answer?.rows ?? [],
    page: answer?.page ?? EMPTY_PAGE,
    from: 'server',
    isLoading,
    error,
    refresh: () => setRound((n) => n + 1),
  }
}
