import type { BrowserContext } from '@playwright/test'

interface Registration {
  registrationId: string
  scopeURL: string
}

/**
 * Fires the queue's sync event as the DevTools button does: Workbox's documentation recommends it for testing
 * a queue, because Chromium itself decides when the event is fired, minutes after a failed one.
 */
export async function fireSync(context: BrowserContext, origin: string): Promise<void> {
  const [page] = context.pages()
  if (!page) return
  const session = await context.newCDPSession(page)
  const found = new Promise<Registration | undefined>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own)
    })
    setTimeout(resolve, 1_000)
  })
  await session.send('ServiceWorker.enable')
  const registration = await found
  if (registration)
    await session.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId: registration.registrationId,
      tag: 'workbox-background-sync:receipts',
      lastChance: false,
    })
  await session.detach()
}
