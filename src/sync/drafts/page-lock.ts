import type { Locks } from '../leader/leader.ts'

/** The lock that a page holds while it lives; the browser releases it when the page dies. */
export const pageLockName = (writer: string): string => `readroom-page-${writer}`

/** Holds this page's lock until `stop` aborts. */
export function holdPage(locks: Locks, writer: string, stop: AbortSignal): void {
  const held = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }))
  // Without browser locks no page is ever found to be gone, and texts wait until their report is opened.
  void locks.request(pageLockName(writer), {}, () => held).catch(() => undefined)
}

/** Returns whether the page that typed a text is gone: nobody holds its lock. */
export async function isPageGone(locks: Locks, writer: string): Promise<boolean> {
  let isGone = false
  await locks.request(pageLockName(writer), { ifAvailable: true }, async (lock) => {
    isGone = lock !== null
  })
  return isGone
}
