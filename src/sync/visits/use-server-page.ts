import { useCallback, useEffect, useState } from 'react'
import { visitListCalls } from '#contract/calls/visit-list.ts'
import type { InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

export type VisitListInput = InputOf<typeof visitListCalls.visits>
export type VisitListAnswer = OutputOf<typeof visitListCalls.visits>

/** A page of the list from the server. */
export interface ServerPage {
  answer: VisitListAnswer | undefined
  error: Error | undefined
  /** A query is running: the first one, or another because something changed. */
  isAsking: boolean
  refresh: () => void
}

interface Answered {
  key: string
  round: string
  answer?: VisitListAnswer | undefined
  error?: Error | undefined
}

/**
 * Queries a page while `isWanted`: again whenever `news` changes, and every 2 minutes. The last answer to the same
 * query stays meanwhile.
 */
export function useServerPage(input: VisitListInput, isWanted: boolean, news: string): ServerPage {
  const [state, setState] = useState<Answered>()
  const [tick, setTick] = useState(0)
  const refresh = useCallback(() => setTick((n) => n + 1), [])
  const key = JSON.stringify(input)
  const round = `${news} ${tick}`

  useEffect(() => {
    if (!isWanted) return undefined
    const ticks = pollEvery(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(refresh)
    return () => ticks.unsubscribe()
  }, [isWanted, refresh])

  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    const show = (outcome: Pick<Answered, 'answer' | 'error'>) => {
      if (asked.signal.aborted) return
      setState((before) => ({
        answer: before?.key === key ? before.answer : undefined,
        ...outcome,
        key,
        round,
      }))
    }
    callApi(visitListCalls.visits, JSON.parse(key) as VisitListInput, { signal: asked.signal }).then(
      (answer) => show({ answer }),
      (error: Error) => show({ error }),
    )
    return () => asked.abort()
  }, [key, isWanted, round])

  const known = state?.key === key ? state : undefined
  return {
    answer: known?.answer,
    error: known?.round === round ? known.error : undefined,
    isAsking: isWanted && known?.round !== round,
    refresh,
  }
}
