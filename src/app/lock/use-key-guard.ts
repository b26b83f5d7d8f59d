import { useEffect } from 'react'
import { lockState } from '#src/sync/session/lock-state.ts'

/**
 * While the page is locked no key reaches what lies beneath: not the palette, not a list, and not the dialog that Escape
 * would close. Must be mounted before any of them, because keys are heard in the order of listening.
 */
export function useKeyGuard(): void {
  useEffect(() => {
    const guard = (event: KeyboardEvent) => {
      if (lockState().kind === 'locked') event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', guard, { capture: true })
    return () => window.removeEventListener('keydown', guard, { capture: true })
  }, [])
}
