import { useEffect } from 'react'
import { lockState } from '#src/sync/session/lock/lock-state.ts'

/**
 * While the page is locked no key reaches anything beneath: not the palette, not a list, and not a dialog that Escape
 * would close. Must be mounted before all of them, because listeners run in the order of registration.
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
