import { useEffect, useState } from 'react'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import { callApi } from './call-api.ts'

/** The answer of a reading call, asked again when its input changes. */
export function useCall<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
): { answer?: OutputOf<C>; isLoading: boolean; error?: Error } {
  const [state, setState] = useState<{ answer?: OutputOf<C>; isLoading: boolean; error?: Error }>({
    isLoading: true,
  })
  const key = JSON.stringify(input)
  useEffect(() => {
    const asked = new AbortController()
    callApi(call, JSON.parse(key) as InputOf<C>, { signal: asked.signal }).then(
      (answer) => setState({ answer, isLoading: false }),
      (error: Error) => {
        if (!asked.signal.aborted) setState((before) => ({ ...before, isLoading: false, error }))
      },
    )
    return () => asked.abort()
  }, [call, key])
  return state
}
