import { useEffect, useState } from 'react'
import { currentSession } from '../session/session-state.ts'
import { knowsPasskeys } from './ask-passkey.ts'
import type { TouchesHere } from './watch-touches.ts'

/**
 * Returns the passkeys that open the vault of this page; works while locked, because their rows are not sealed. With a
 * session, asks the server which of them were removed elsewhere; with `isAsking`, also if none opens this vault yet.
 * Empty in a browser without passkeys.
 */
export function useTouches({ isAsking = false }: { isAsking?: boolean } = {}): TouchesHere {
  const [here, setHere] = useState<TouchesHere>(NOTHING)
  useEffect(() => {
    if (!knowsPasskeys()) return undefined
    const stopping = new AbortController()
    // Loaded only if a vault is already open: the sign-in page carries no databases.
    Promise.all([
      import('../session/vault/vault.ts'),
      import('./watch-touches.ts'),
      import('./refresh-passkeys.ts'),
    ])
      .then(([{ currentDatabases }, { watchTouches }, { needsPasskeys, refreshPasskeys }]) => {
        const work = currentDatabases()?.work
        if (!work || stopping.signal.aborted) return undefined
        const watching = watchTouches(work).subscribe({
          next: setHere,
          // The databases were closed: the user is about to leave.
          error: () => setHere(NOTHING),
        })
        stopping.signal.addEventListener('abort', () => watching.unsubscribe())
        const refresh = async () => (isAsking || (await needsPasskeys(work))) && refreshPasskeys(work)
        return currentSession() && refresh()
      })
      .catch(() => undefined)
    return () => stopping.abort()
  }, [isAsking])
  return here
}

const NOTHING: TouchesHere = { touches: [], known: undefined }
