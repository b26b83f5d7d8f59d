import { DELIVER_TAG } from './deliver-message.ts'

/** Minimum time between requests to the browser: each one starts the service worker. */
const ASK_MS = 60_000

/** The used part of Background Sync; not all browsers have it. */
interface SyncWishes {
  register: (tag: string) => Promise<void>
}

let askedAt = Number.NEGATIVE_INFINITY

/** Asks the browser to wake the service worker once there is a network, in case this page is closed by then. */
export async function askForBackgroundSync(): Promise<void> {
  if (performance.now() - askedAt < ASK_MS) return
  askedAt = performance.now()
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration && 'sync' in registration) await (registration.sync as SyncWishes).register(DELIVER_TAG)
  } catch {
    // Blocked by the user's settings, or in a private window: the page delivers as usual.
  }
}
