import { DELIVER_TAG } from './deliver-message.ts'

/** The browser is asked at most this often: each wish starts the service worker. */
const ASK_MS = 60_000

/** Background Sync is no standard of all browsers, and unknown to the library of types. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

let askedAt = Number.NEGATIVE_INFINITY

/** Asks the browser to wake the service worker once there is a network, should this page be gone by then. */
export async function askForBackgroundSync(): Promise<void> {
  if (performance.now() - askedAt < ASK_MS) return
  askedAt = performance.now()
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(DELIVER_TAG)
  } catch {
    // Refused by a person's settings, or in a private window: the page delivers by itself, as ever.
  }
}
