import type { Page } from '@playwright/test'
import { type KillableBrowser, makeProfile, startBrowser } from './browser.ts'
import { beStrict, STRICT_QUERY } from './strict-disk.ts'
import './contender.ts'

const OPENS_WITHIN_MS = 60_000

/** The device side: a browser with its own profile, with the page under test. */
export class SyncDevice {
  readonly #profile = makeProfile()
  readonly #url: string
  readonly #isStrict: boolean
  #browser: KillableBrowser | undefined
  page: Page | undefined

  /** `isStrict`: everything that the page stores uses strict durability, whatever its library requests. */
  constructor(url: string, { isStrict = false } = {}) {
    this.#url = isStrict ? `${url}${url.includes('?') ? '&' : '?'}${STRICT_QUERY}` : url
    this.#isStrict = isStrict
  }

  /** Opens the page, in the running browser or in a new one; returns it once it is ready. */
  async open(): Promise<Page> {
    this.#browser ??= await startBrowser(this.#profile.dir)
    const page = await this.#browser.context.newPage()
    if (this.#isStrict) await page.addInitScript(beStrict)
    await page.goto(this.#url)
    await page.waitForFunction(() => 'contender' in globalThis)
    await within(
      OPENS_WITHIN_MS,
      page.evaluate(() => contender.open()),
    )
    this.page = page
    return page
  }

  get context() {
    return this.#browser?.context
  }

  get version() {
    return this.#browser?.version
  }

  async kill(): Promise<void> {
    const browser = this.#browser
    this.#browser = undefined
    await browser?.kill()
  }

  async close(): Promise<void> {
    await this.#browser?.close()
    this.#profile.remove()
  }
}

/** Resolves after `ms` with undefined. */
export const after = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms, undefined)
  })

/** Returns the result of `work`; throws if it takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Symbol('late')
  const first = await Promise.race([work, after(ms).then(() => late)])
  if (first === late) throw new Error(`not done within ${ms} ms`)
  return first as T
}
