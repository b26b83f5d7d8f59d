import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A callback whose identity never changes and that always runs the latest version: for handlers given to memoised
 * rows. It must not be called while rendering.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
