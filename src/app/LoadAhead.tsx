import { useEffect } from 'react'

/** Time for the screen's own rows to load first. */
const FIRST_MS = 1_000

/** Loads the code of the usual next screen, once the open one is rendered and the page is idle. */
export function LoadAhead({ load }: { load: () => Promise<unknown> }) {
  useEffect(() => {
    let idle: number | undefined
    // A failed load is retried, and reported, when the screen is opened.
    const start = () => void load().catch(() => undefined)
    const timer = setTimeout(() => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in window) idle = requestIdleCallback(start)
      else start()
    }, FIRST_MS)
    return () => {
      clearTimeout(timer)
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [load])
  return null
}
