import { useCallback, useEffect, useState } from 'react'
import { type MessageRow, messageCalls } from '#contract/calls/messages.ts'
import { callApi } from '../api/call-api.ts'
import { every } from '../link/every.ts'
import { browserPage } from '../link/page.ts'

/** While something is on its way the list is asked for again this often. */
const WATCH_MS = 2_000

export interface Messages {
  /** Undefined until the first answer. */
  rows: readonly MessageRow[] | undefined
  error: Error | undefined
  refresh: () => void
}

interface Known {
  studyId: string
  /** Which asking it answers. */
  round: number
  rows?: MessageRow[]
  error?: Error
}

/** What was sent about a study; asked for again while a message is on its way and the page is seen. */
export function useMessages(studyId: string, isWanted: boolean): Messages {
  const [known, setKnown] = useState<Known>({ studyId, round: 0 })
  const [round, setRound] = useState(0)
  const { rows, error } = known.studyId === studyId ? known : {}
  const isWaiting = rows?.some((row) => row.state === 'Waiting') ?? false
  const refresh = useCallback(() => setRound((now) => now + 1), [])

  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    callApi(messageCalls.list, { study_id: studyId }, { signal: asked.signal }).then(
      ({ result }) => setKnown({ studyId, round, rows: result }),
      (problem: Error) => {
        if (!asked.signal.aborted) setKnown((before) => ({ ...before, studyId, round, error: problem }))
      },
    )
    return () => asked.abort()
  }, [studyId, isWanted, round])

  useEffect(() => {
    if (!isWaiting || !isWanted) return undefined
    const subscription = every(WATCH_MS, true, browserPage()).subscribe(refresh)
    return () => subscription.unsubscribe()
  }, [isWaiting, isWanted, refresh])
  return { rows, error, refresh }
}
