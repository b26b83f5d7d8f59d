import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { countUnacked } from './count-unacked.ts'

/** How many changes wait on this device; known while it is locked too, because they are counted and not opened. */
export function useUnsentCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    // Loaded only where a vault is open already: the sign-in page carries no databases.
    import('../session/vault.ts')
      .then(({ currentDatabases }) => {
        const work = currentDatabases()?.work
        if (!work || stopping.signal.aborted) return
        const counting = liveQuery(() => countUnacked(work)).subscribe({
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
