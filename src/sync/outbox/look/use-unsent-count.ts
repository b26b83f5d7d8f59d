import { useEffect, useState } from 'react'

/**
 * Returns the number of changes on this device that are sent automatically. Works while the vault is locked, because
 * rows are counted without opening them. Refused changes wait for a person and do not count.
 */
export function useUnsentCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    // Loaded only if a vault is already open: the sign-in page carries no databases.
    Promise.all([import('#src/sync/session/vault/vault.ts'), import('./watch-unsent.ts')])
      .then(([{ currentDatabases }, { watchUnsent }]) => {
        const work = currentDatabases()?.work
        if (!work || stopping.signal.aborted) return
        const counting = watchUnsent(work).subscribe({
          next: setCount,
          // The databases were closed: the user is about to leave.
          error: () => setCount(0),
        })
        stopping.signal.addEventListener('abort', () => counting.unsubscribe())
      })
      .catch(() => undefined)
    return () => stopping.abort()
  }, [])
  return count
}
