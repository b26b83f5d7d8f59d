import type { CDPSession, Page } from '@playwright/test'
import { DELIVER_TAG } from '#src/sync/sealed/deliver-message.ts'

interface Registration {
  registrationId: string
  scopeURL: string
  isDeleted: boolean
}

/** The browser's own hand on the service worker of the app; `keeper` may be any page, a blank one too. */
export interface WorkerHand {
  /** Ends it as the browser does when it has been idle: what it held in memory is gone. */
  stop: () => Promise<void>
  /** Wakes it as the browser does when there is a network again. */
  sync: () => Promise<void>
}

export async function takeWorkerInHand(keeper: Page, url: string): Promise<WorkerHand> {
  const devtools: CDPSession = await keeper.context().newCDPSession(keeper)
  const found = new Promise<Registration>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(url) && !isDeleted)
      if (ours) resolve(ours)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const { registrationId } = await found
  return {
    stop: async () => {
      await devtools.send('ServiceWorker.stopAllWorkers')
    },
    sync: async () => {
      const { origin } = new URL(url)
      const event = { origin, registrationId, tag: DELIVER_TAG, lastChance: false }
      await devtools.send('ServiceWorker.dispatchSyncEvent', event)
    },
  }
}
