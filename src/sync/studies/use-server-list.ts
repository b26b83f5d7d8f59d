import { useEffect, useState } from 'react'
import { type StudyListInput, type StudyRow, studyCalls } from '#contract/calls/studies.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'
import type { StudyListPage } from './use-study-list.ts'

export interface ServerList {
  answer?: { rows: StudyRow[]; page: StudyListPage }
  isLoading: boolean
  error?: Error
}

/**
 * Returns a page of a list from the server: queried while `isWanted`, again whenever `news` changes and every 2
 * minutes. During a query the last answer to the same query stays.
 */
export function useServerList(key: string, isWanted: boolean, news: string): ServerList {
  const [state, setState] = useState<Answered>()
  const [tick, setTick] = useState(0)

  useEffect(() => {
    if (!isWanted) return undefined
    const ticks = pollEvery(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(() => setTick((n) => n + 1))
    return () => ticks.unsubscribe()
  }, [isWanted])

  const round = `${news} ${tick}`
  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    const show = (outcome: Partial<ServerList>) => {
      if (asked.signal.aborted) return
      setState((before) => ({
        answer: before?.key === key ? before.answer : undefined,
        ...outcome,
        key,
        round,
      }))
    }
    askServer(key, asked.signal).then(
      (answer) => show({ answer }),
      (error: Error) => show({ error }),
    )
    return () => asked.abort()
  }, [key, isWanted, round])

  const known = state?.key === key ? state : undefined
  return { answer: known?.answer, error: known?.error, isLoading: isWanted && known?.round !== round }
}

/** The last answer, and its query. */
interface Answered {
  key: string
  round: string
  answer?: ServerList['answer']
  error?: Error
}

async function askServer(key: string, signal: AbortSignal): Promise<ServerList['answer']> {
  const { flag, ...filter } = JSON.parse(key) as StudyListInput
  // The dashboard table is a separate call.
  const { result } =
    flag === 'dashboard'
      ? await callApi(studyCalls.getListDashboard, filter, { signal })
      : await callApi(studyCalls.getList, { ...filter, flag }, { signal })
  return { rows: result.data, page: result.page }
}
