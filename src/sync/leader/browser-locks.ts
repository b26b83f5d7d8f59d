import type { Locks } from './leader.ts'

/** The locks of this browser; undefined where it has none, as in old browsers. Without them no page may send. */
export const browserLocks = (): Locks | undefined => {
  const locks = navigator.locks as LockManager | undefined
  return locks && { request: (name, options, run) => locks.request(name, options, run) }
}

/**
 * Locks that nobody ever gets. Two pages that send the same work at the same time are worse than none that does, so a
 * browser without locks keeps what is typed and sends nothing.
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
