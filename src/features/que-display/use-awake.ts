import { useEffect } from 'react'

/** Keeps the screen awake while the page is visible, if the browser supports it. */
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
    // The browser refuses it on low battery, for example; then the machine's own settings apply.
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
