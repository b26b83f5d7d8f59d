import { useEffect, useState } from 'react'
import { knowsPasskeys } from './ask-passkey.ts'

/**
 * The passkeys that open the vault of this page, by their credential ids; known while it is locked too, because their
 * rows are not sealed. Empty in a browser without passkeys.
 */
export function useTouches(): readonly string[] {
  const [touches, setTouches] = useState<readonly string[]>(NONE)
  useEffect(() => {
    if (!knowsPasskeys()) return undefined
    const stopping = new AbortController()
    // Loaded only where a vault is open already: the sign-in page carries no databases.
    Promise.all([import('../session/vault.ts'), import('./watch-touches.ts')])
      .then(([{ currentDatabases }, { watchTouches }]) => {
        const work = currentDatabases()?.work
        if (!work || stopping.signal.aborted) return
        const watching = watchTouches(work).subscribe({
          next: setTouches,
          // The databases were closed: who looks is about to leave.
          error: () => setTouches(NONE),
        })
        stopping.signal.addEventListener('abort', () => watching.unsubscribe())
      })
      .catch(() => undefined)
    return () => stopping.abort()
  }, [])
  return touches
}

const NONE: readonly string[] = []
