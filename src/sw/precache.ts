import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { fetchBundle } from './installation-bundle.ts'

declare const self: ServiceWorkerGlobalScope

/** A file of the build, as listed in the precache manifest; one without a revision has its hash in its name. */
export interface PrecacheEntry {
  url: string
  revision: string | null
}

/** Workbox fetches one file at a time, which for hundreds of small ones is mostly waiting. */
const AT_ONCE = 8

/**
 * Stores every file of the build for offline use and serves it from there: scripts and styles from one bundle if many
 * are missing, the others with several requests at a time. A file that cannot be fetched fails the whole installation:
 * the browser retries at the next visit, for the files still missing.
 */
export function precacheAll(entries: readonly PrecacheEntry[]): PrecacheController {
  const controller = new PrecacheController()
  controller.addToCacheList([...entries])
  self.addEventListener('install', (event) => event.waitUntil(keepAll(controller, entries, event)))
  self.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)))
  registerRoute(new PrecacheRoute(controller))
  return controller
}

async function keepAll(
  controller: PrecacheController,
  entries: readonly PrecacheEntry[],
  event: ExtendableEvent,
): Promise<void> {
  const cache = await caches.open(controller.strategy.cacheName)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const missing = entries.filter(({ url }) => !kept.has(controller.getCacheKeyForURL(url) ?? ''))
  const bundle = await fetchBundle(missing.length)
  const queue = missing.values()
  const startPausable = async () => {
    for (const { url, revision } of queue) {
      const cacheKey = controller.getCacheKeyForURL(url)
      // A file without a hash in its name may be from another build in the bundle.
      const bundled = revision === null ? bundle.get(`/${url}`) : undefined
      if (cacheKey !== undefined && bundled) {
        await cache.put(cacheKey, bundled)
        continue
      }
      const request = new Request(url, {
        // A file without a hash in its name must not come from the browser's own cache.
        cache: revision === null ? 'default' : 'reload',
        credentials: 'same-origin',
      })
      // Wait for the response, and until it is in the cache.
      const [, stands] = controller.strategy.handleAll({ request, event, params: { cacheKey } })
      await stands
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, startPausable))
}
