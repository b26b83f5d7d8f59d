import { useEffect, useState } from 'react'

/**
 * How many changes of this device go out by themselves; known while it is locked too, because they are counted and not
 * opened. What was refused waits for its person.
 */
export function useUnsentCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    // Loaded only where a vault is open already: the sign-in page carries no databases.
    Promise.all([import('../session/vault.ts'), import('./watch-unsent.ts')])
      .then(([{ currentDatabases }, { watchUnsent }]) => {
        const work = currentDatabases()?.work
        if (!work || stopping.signal.aborted) return
        const counting = watchUnsent(work).subscribe({
          next: setCount,
          // The databases were closed: who looks is about to leave.
          error: () => setCount(0),
        })
        stopping.signal.addEventListener('abort', () => counting.unsubscribe())
      })
      .catch(() => undefined)
    return () => stopping.abort()
  }, [])
  return count
}
