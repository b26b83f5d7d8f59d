import { type Page, test } from '@playwright/test'
import { signIn } from './people.ts'
import type { RunningServer } from './server/running-server.ts'

/**
 * Opens one page of a person for the walks of a file, signed in once before the first of them. Must be called
 * after the hook that starts the server. Each walk begins with its own address, and leaves the network as it
 * was.
 */
export function onePage(server: () => RunningServer, username: string): () => Page {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext({ acceptDownloads: true })
    page = await context.newPage()
    await signIn(page, server().url, username)
  })
  test.afterAll(async () => {
    // The server of the file has ended by now: a page of the app that still calls it holds its context for
    // ten seconds.
    await page?.goto('about:blank')
    await page?.context().close()
  })
  return () => page
}
