import { DELIVER_TAG } from './deliver-message.ts'

/** The browser is asked at most this often: each wish starts the service worker. */
const ASK_MS = 60_000

/** The part of Background Sync that is used; not all browsers have it. */
interface SyncWishes {
  register: (tag: string) => Promise<void>
}

let askedAt = Number.NEGATIVE_INFINITY

/** Asks the browser to wake the service worker once there is a network, should this page be gone by then. */
export async function askForBackgroundSync(): Promise<void> {
  if (performance.now() - askedAt < ASK_MS) return
  askedAt = performance.now()
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration && 'sync' in registration) await (registration.sync as SyncWishes).register(DELIVER_TAG)
  } catch {
    // Refused by a person's settings, or in a private window: the page delivers by itself, as ever.
  }
}
