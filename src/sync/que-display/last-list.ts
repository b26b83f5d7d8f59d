import type { KeptList } from './queue-line.ts'

const CACHE = 'readroom-que-display'
const keyOf = (uid: string) => `/que/${encodeURIComponent(uid)}/kept`

/** The last list of a display, stored on its machine: tokens and initials (docs/people.md#devices-without-a-vault). */
export function lastListOf(uid: string) {
  return {
    read: async (): Promise<KeptList | undefined> => {
      const found = await caches.match(keyOf(uid), { cacheName: CACHE })
      return found && ((await found.json()) as KeptList)
    },
    write: async (kept: KeptList | undefined): Promise<void> => {
      const cache = await caches.open(CACHE)
      if (kept) await cache.put(keyOf(uid), Response.json(kept))
      else await cache.delete(keyOf(uid))
    },
  }
}
