/** Maximum time that locking waits for text to be stored: an unattended screen must go dark. */
const FLUSH_MS = 2_000

type Flush = () => unknown

const flushes = new Set<Flush>()

/** Registers how an editor stores its text on the device before locking; returns the unsubscribe function. */
export function onBeforeLock(flush: Flush): () => void {
  flushes.add(flush)
  return () => flushes.delete(flush)
}

/** Lets every editor of this page store its text while there is still a key to seal it with. */
export async function flushBeforeLock(): Promise<void> {
  const kept = Promise.allSettled([...flushes].map(async (flush) => flush()))
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))])
}
