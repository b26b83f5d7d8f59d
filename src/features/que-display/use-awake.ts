import { useEffect } from 'react'

/** Keeps the screen from going dark while the page is seen, where the browser can. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      const held = await (navigator.wakeLock as WakeLock | undefined)?.request('screen')
      if (isOver) void held?.release()
      else lock = held
    }
    // Refused on an empty battery, say: the display works on, and the machine's own settings decide.
    const holdQuietly = () => void hold().catch(() => undefined)
    holdQuietly()
    document.addEventListener('visibilitychange', holdQuietly)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', holdQuietly)
      void lock?.release()
    }
  }, [])
}
