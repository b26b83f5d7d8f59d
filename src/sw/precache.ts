import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** A file of the build, as the manifest of the precache names it; one without revision has its hash in its name. */
export interface PrecacheEntry {
  url: string
  revision: string | null
}

/** Workbox asks for one file after the other, which for hundreds of small ones is mostly waiting. */
const AT_ONCE = 8

/**
 * Keeps every file of the build for use without a network, several requests at a time, and serves it from there. A file
 * that cannot be had fails the installation as a whole: the browser tries again at the next visit.
 */
export function precacheAll(entries: readonly PrecacheEntry[]): PrecacheController {
  const controller = new PrecacheController()
  controller.addToCacheList([...entries])
  self.addEventListener('install', (event) => event.waitUntil(fetchAll(controller, entries, event)))
  self.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)))
  registerRoute(new PrecacheRoute(controller))
  return controller
}

async function fetchAll(
  controller: PrecacheController,
  entries: readonly PrecacheEntry[],
  event: ExtendableEvent,
): Promise<void> {
  const queue = entries.values()
  const startPausable = async () => {
    for (const { url, revision } of queue) {
      const request = new Request(url, {
        // What has no hash in its name must not come from the browser's own cache.
        cache: revision === null ? 'default' : 'reload',
        credentials: 'same-origin',
      })
      const params = { cacheKey: controller.getCacheKeyForURL(url) }
      // The answer, and that it stands in the cache.
      const [, kept] = controller.strategy.handleAll({ request, event, params })
      await kept
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, startPausable))
}
