import { useCallback, useEffect, useState } from 'react'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { callApi } from '#src/sync/api/call-api.ts'

/** An answer of the sales report. */
export interface SalesAnswer<C extends AnyCall> {
  /** The last answer to this call; an earlier filter's answer stays until the next one arrives. */
  answer: OutputOf<C> | undefined
  /** The shown answer is to an earlier filter. */
  isStale: boolean
  error: Error | undefined
  refresh: () => void
}

/** Queries the server while `isWanted`, and again when the input or `asked` changes: the figures need the network. */
export function useSalesCall<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  isWanted: boolean,
  asked = 0,
): SalesAnswer<C> {
  const [state, setState] = useState<{ key: string; answer?: OutputOf<C>; error?: Error }>()
  const [round, setRound] = useState(0)
  const key = JSON.stringify(input)
  useEffect(() => {
    if (!isWanted) return undefined
    const left = new AbortController()
    callApi(call, JSON.parse(key) as InputOf<C>, { signal: left.signal }).then(
      (answer) => setState({ key, answer }),
      (error: Error) => {
        if (!left.signal.aborted) setState((before) => ({ ...before, key, error }))
      },
    )
    return () => left.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a round asks anew without being part of the question
  }, [call, key, isWanted, round, asked])
  const isCurrent = state?.key === key
  return {
    answer: state?.answer,
    isStale: state?.answer !== undefined && (!isCurrent || state.error !== undefined),
    error: isCurrent ? state.error : undefined,
    refresh: useCallback(() => setRound((n) => n + 1), []),
  }
}
