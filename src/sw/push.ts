import { OPEN_PLACE } from '#contract/kernel/worker-messages.ts'
import { notificationAddress } from '#domain/notification/notification-address.ts'
import { countWords } from '#domain/notification/plain-words.ts'
import { readPushMessage } from '#domain/notification/push-message.ts'

declare const self: ServiceWorkerGlobalScope

const TITLE = 'Readroom'
/** Browsers require that every message shows a notification. */
const UNKNOWN = { body: 'Something waits for you.', place: '/dashboard' } as const

/** The notification for a pushed message: a count and a kind, never a name. */
export function shownOf(text: string): { body: string; place: string; tag: string; isUrgent: boolean } {
  const message = readPushMessage(text)
  if (!message) return { ...UNKNOWN, tag: 'other', isUrgent: false }
  const { kind, count } = message
  return {
    body: countWords(kind, Math.max(1, count)),
    place: notificationAddress(message),
    tag: kind,
    isUrgent: kind === 'critical_result' || kind === 'critical_overdue',
  }
}

/** Shows pushed messages, and opens the subject when one is clicked. */
export function answerPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text() ?? '')))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { place } = event.notification.data as { place: string }
    event.waitUntil(open(place))
  })
}

async function show(text: string): Promise<void> {
  const { body, place, tag, isUrgent } = shownOf(text)
  await self.registration.showNotification(TITLE, {
    body,
    // A newer notification of the same kind replaces the earlier one.
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/maskable-192.png',
    requireInteraction: isUrgent,
    data: { place },
  })
}

// An open page is focused and told where to go instead of being navigated: it may hold text.
async function open(place: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (!page) {
    await self.clients.openWindow(place)
    return
  }
  page.postMessage({ type: OPEN_PLACE, place })
  await page.focus().catch(() => undefined)
}
