import { useEffect } from 'react'

/** Time for the rows of the screen itself: they come first. */
const FIRST_MS = 1_000

/** Loads the code of the screen that usually comes next, once the open one is drawn and the page has nothing to do. */
export function LoadAhead({ load }: { load: () => Promise<unknown> }) {
  useEffect(() => {
    let idle: number | undefined
    // What fails is loaded again, and told, where the screen is opened.
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
