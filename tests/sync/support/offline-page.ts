import { setDevice } from '#src/sync/current-device.ts'
import { ModelServer } from './model-server.ts'
import { Browser, openPage, type Page } from './test-page.ts'

/** Runs a test on a page without a network, where queued commands stay as they are. */
export async function withOfflinePage(run: (page: Page) => Promise<void>): Promise<void> {
  const page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
  try {
    await run(page)
  } finally {
    setDevice(undefined)
    await page.device.stop()
  }
}

/** Returns the commands of the queue, opened, in the order in which they were made. */
export const queueOf = async ({ databases }: Page) =>
  databases.outbox.openAll(await databases.work.outbox.orderBy('seq').toArray())
