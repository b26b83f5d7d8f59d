/** Locking waits so long for text to be kept, and not longer: an unattended screen must go dark. */
const FLUSH_MS = 2_000

type Flush = () => unknown

const flushes = new Set<Flush>()

/** An editor says here how it keeps on the device what it holds in memory; returns the way to stop. */
export function onBeforeLock(flush: Flush): () => void {
  flushes.add(flush)
  return () => flushes.delete(flush)
}

/** Lets every editor of this page keep its text while there still is a key to seal it with. */
export async function flushBeforeLock(): Promise<void> {
  const kept = Promise.allSettled([...flushes].map(async (flush) => flush()))
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))])
}
