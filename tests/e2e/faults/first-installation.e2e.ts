import { type BrowserContext, expect, test } from '@playwright/test'
import { INSTALLATION_BUNDLE } from '#contract/kernel/installation-bundle.ts'
import { openProxiedServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
})
test.afterAll(() => system?.close())

test('a first installation takes scripts and styles from the bundle, and is complete even if the bundle is cut short', async ({
  browser,
}) => {
  const bundled = await install(await browser.newContext())
  const cut = system.line.fail({ to: new RegExp(`^${INSTALLATION_BUNDLE}`), after: 100_000, ending: 'cut' })
  const single = await install(await browser.newContext())
  expect(cut.hits).toBe(1)
  cut.release()
  expect(single.files).toEqual(bundled.files)
  expect(bundled.files.length).toBeGreaterThan(100)

  const lazy = bundled.files.find(
    (line) => line.includes('/assets/') && !bundled.loaded.includes(addressIn(line)),
  )
  const asked = system.line.fail({
    to: new RegExp(`^${new URL(addressIn(lazy ?? '')).pathname}`),
    after: 'nothing',
    ending: 'cut',
  })
  expect((await install(await browser.newContext())).files).toEqual(bundled.files)
  expect(asked.hits, 'a script of the bundle is not asked for by itself').toBe(0)
  console.log(`installed in ${bundled.ms} ms with the bundle, in ${single.ms} ms without it`)
})

const addressIn = (line: string) => line.split(' ', 1)[0] ?? ''

interface Installation {
  ms: number
  /** The cached files: address, type and size of each. */
  files: string[]
  /** Addresses that the page itself loaded. */
  loaded: string[]
}

/** Opens the sign-in page in a new context until its service worker serves it. */
async function install(context: BrowserContext): Promise<Installation> {
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(system.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const ms = Math.round(performance.now() - began)
  const files = await page.evaluate(async () => {
    const kept: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const bytes = (await answer?.arrayBuffer())?.byteLength
        kept.push(`${request.url} ${answer?.headers.get('content-type')} ${bytes}`)
      }
    }
    return kept.toSorted()
  })
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await context.close()
  return { ms, files, loaded }
}
