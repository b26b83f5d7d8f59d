import type { Locks } from './leader.ts'

/** The locks of this browser; undefined if it has none, as in old browsers. Without locks no page may send. */
export const browserLocks = (): Locks | undefined => {
  const locks = navigator.locks as LockManager | undefined
  return locks && { request: (name, options, run) => locks.request(name, options, run) }
}

/**
 * Locks that are never granted. Two pages that send the same work at once are worse than none, so a browser without
 * locks stores what is typed and sends nothing.
 */
export const NO_LOCKS: Locks = {
  request: async (_name, { ifAvailable, signal }, run) => {
    if (ifAvailable) return run(null)
    await new Promise<void>((_resolve, reject) => {
      const giveUp = () => reject(new DOMException('This browser has no locks', 'AbortError'))
      if (signal?.aborted) giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  },
}
