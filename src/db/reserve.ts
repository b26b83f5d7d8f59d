/**
 * Space that this device reserves for the user's work. Deleted rows free no space before the browser compacts its
 * database, which may take hours (docs/decisions/291); a deleted entry of Cache Storage frees its space at once.
 */
const NAME = 'reserve'
const PATH = '/reserve'
/** Enough for hundreds of long reports, and for the browser's log while copies are deleted. */
const BYTES = 8 * 1024 * 1024

const hasCacheStorage = () => 'caches' in globalThis

/**
 * Creates the reserve unless it exists. Returns whether it exists; true also if the browser has no Cache Storage,
 * because nothing can be reserved there.
 */
export async function layReserve(): Promise<boolean> {
  if (!hasCacheStorage()) return true
  try {
    const cache = await caches.open(NAME)
    // Not `match`: a response that is not read to its end keeps its space after it was deleted.
    if ((await cache.keys(PATH)).length === 0) await cache.put(PATH, new Response(new Uint8Array(BYTES)))
    return true
  } catch {
    // No space for it, or a storage that the browser does not open.
    return false
  }
}

/** Frees the reserve. Returns whether there was one. */
export async function releaseReserve(): Promise<boolean> {
  if (!hasCacheStorage()) return false
  try {
    return await (await caches.open(NAME)).delete(PATH)
  } catch {
    return false
  }
}
