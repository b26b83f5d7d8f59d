import type { CDPSession, Page } from '@playwright/test'
import { DELIVER_TAG } from '#src/sync/sealed/deliver-message.ts'

interface Registration {
  registrationId: string
  scopeURL: string
  isDeleted: boolean
}

/** Controls the service worker of the app through the browser; `keeper` may be any page, also a blank one. */
export interface WorkerHand {
  /** Ends it as the browser does when it is idle: its memory is lost. */
  stop: () => Promise<void>
  /** Wakes it as the browser does when the network is back. */
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
