/**
 * Room that this device holds back for a person's work. Deleted rows give no room back before the browser tidies its
 * database, which may take hours (docs/decisions/291); a deleted entry of Cache Storage gives its room back at once.
 */
const NAME = 'reserve'
const PATH = '/reserve'
/** Enough for hundreds of long reports, and for the notes that the browser keeps while copies are deleted. */
const BYTES = 8 * 1024 * 1024

const hasCacheStorage = () => 'caches' in globalThis

/**
 * Lays the reserve unless it lies there. Returns whether it does; true also where the browser has no Cache Storage,
 * because nothing can be held back there.
 */
export async function layReserve(): Promise<boolean> {
  if (!hasCacheStorage()) return true
  try {
    const cache = await caches.open(NAME)
    // Not `match`: a response that nobody reads to its end keeps its room after it was deleted.
    if ((await cache.keys(PATH)).length === 0) await cache.put(PATH, new Response(new Uint8Array(BYTES)))
    return true
  } catch {
    // No room for it, or a storage that the browser does not open.
    return false
  }
}

/** Gives the reserve back. Returns whether there was one. */
export async function releaseReserve(): Promise<boolean> {
  if (!hasCacheStorage()) return false
  try {
    return await (await caches.open(NAME)).delete(PATH)
  } catch {
    return false
  }
}
