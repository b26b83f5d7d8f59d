import { useEffect, useState } from 'react'
import { type StudyListInput, type StudyRow, studyCalls } from '#contract/calls/studies.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { every } from '../link/every.ts'
import { browserPage } from '../link/page.ts'
import type { StudyListPage } from './use-study-list.ts'

export interface ServerList {
  answer?: { rows: StudyRow[]; page: StudyListPage }
  isLoading: boolean
  error?: Error
}

/**
 * A page of a list as the server answers it: asked while `isWanted`, anew whenever `news` changes and every 2 minutes.
 * While it is asked again the last answer to the same question stays.
 */
export function useServerList(key: string, isWanted: boolean, news: string): ServerList {
  const [state, setState] = useState<ServerList & { key: string }>({ key, isLoading: true })
  const [tick, setTick] = useState(0)

  useEffect(() => {
    if (!isWanted) return undefined
    const ticks = every(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(() => setTick((n) => n + 1))
    return () => ticks.unsubscribe()
  }, [isWanted])

  const round = `${news} ${tick}`
  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    const isCurrent = () => !asked.signal.aborted && round !== ''
    setState((before) => ({ ...(before.key === key ? before : {}), key, isLoading: true }))
    callApi(studyCalls.getList, JSON.parse(key) as StudyListInput, { signal: asked.signal }).then(
      ({ result }) => {
        if (isCurrent()) setState({ key, isLoading: false, answer: { rows: result.data, page: result.page } })
      },
      (error: Error) => {
        if (isCurrent()) setState((before) => ({ ...before, isLoading: false, error }))
      },
    )
    return () => asked.abort()
  }, [key, isWanted, round])

  return state.key === key ? state : { isLoading: true }
}
