import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { countUnacked } from './count-unacked.ts'

/**
 * How many changes of this device go out by themselves; known while it is locked too, because they are counted and not
 * opened. What was refused waits for its person.
 */
export function useUnsentCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    // Loaded only where a vault is open already: the sign-in page carries no databases.
    import('../session/vault.ts')
      .then(({ currentDatabases }) => {
        const work = currentDatabases()?.work
        if (!work || stopping.signal.aborted) return
        const counting = liveQuery(() => countOnTheWay(work)).subscribe({
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

async function countOnTheWay(work: WorkDatabase): Promise<number> {
  const [unacked, refused] = await Promise.all([
    countUnacked(work),
    work.outbox.where('state').equals('parked').count(),
  ])
  return unacked - refused
}
