import { useEffect, useState } from 'react'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { callApi } from './call-api.ts'

interface Answered<C extends AnyCall> {
  answer?: OutputOf<C>
  isLoading: boolean
  error?: Error
}

/**
 * Returns the answer to a reading call, made while `isWanted` and again when its input or `round` changes; the last
 * answer stays until the next one arrives.
 */
export function useCall<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  isWanted = true,
  round = 0,
): Answered<C> {
  const [state, setState] = useState<Answered<C>>({ isLoading: true })
  const key = JSON.stringify([round, input])
  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    const [, given] = JSON.parse(key) as [number, InputOf<C>]
    callApi(call, given, { signal: asked.signal }).then(
      (answer) => setState({ answer, isLoading: false }),
      (error: Error) => {
        if (!asked.signal.aborted) setState((before) => ({ ...before, isLoading: false, error }))
      },
    )
    return () => asked.abort()
  }, [call, key, isWanted])
  return state
}
