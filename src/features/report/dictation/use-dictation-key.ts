import { useEffect } from 'react'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

/** F4 starts and stops dictation wherever the cursor stands, but not behind an open question. */
export function useDictationKey(toggle: () => void): void {
  const run = useStableCallback(toggle)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
      if (event.code !== 'F4' || !isPlain || event.repeat || isInDialog(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [run])
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null
