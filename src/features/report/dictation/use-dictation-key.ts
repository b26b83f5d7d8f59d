import { useEffect } from 'react'
import { isAppKey } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

/** Starts and stops dictation on F4 wherever the cursor is, except while a dialog is open. */
export function useDictationKey(toggle: () => void): void {
  const run = useStableCallback(toggle)
  useHeardKeys(['dictate'])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isAppKey('dictate', event) || event.repeat || isInDialog(event.target)) return
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
