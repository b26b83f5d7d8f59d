import { useCallback, useEffect, useState } from 'react'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** Polling interval while something is being sent. */
const WATCH_MS = 2_000

export interface Watched<C extends AnyCall> {
  /** Undefined until the first answer. */
  answer: OutputOf<C> | undefined
  error: Error | undefined
  refresh: () => void
}

interface Known<C extends AnyCall> {
  key: string
  /** Which request it answers. */
  round: number
  answer?: OutputOf<C>
  error?: Error
}

/** Returns the answer to a reading call, polled while `isMoving` returns true for it and the page is visible. */
export function useWatched<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  isWanted: boolean,
  isMoving: (answer: OutputOf<C>) => boolean,
): Watched<C> {
  const key = JSON.stringify(input)
  const [known, setKnown] = useState<Known<C>>({ key, round: 0 })
  const [round, setRound] = useState(0)
  const { answer, error } = known.key === key ? known : ({} as Partial<Known<C>>)
  const isWaiting = answer !== undefined && isMoving(answer)
  const refresh = useCallback(() => setRound((now) => now + 1), [])

  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    callApi(call, JSON.parse(key) as InputOf<C>, { signal: asked.signal }).then(
      (next) => setKnown({ key, round, answer: next }),
      (problem: Error) => {
        if (!asked.signal.aborted)
          setKnown((before) => ({ ...(before.key === key && before), key, round, error: problem }))
      },
    )
    return () => asked.abort()
  }, [call, key, isWanted, round])

  useEffect(() => {
    if (!isWaiting || !isWanted) return undefined
    const subscription = pollEvery(WATCH_MS, true, browserPage()).subscribe(refresh)
    return () => subscription.unsubscribe()
  }, [isWaiting, isWanted, refresh])
  return { answer, error, refresh }
}
