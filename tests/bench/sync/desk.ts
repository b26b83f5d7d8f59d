import type { Page } from '@playwright/test'
import { type KillableBrowser, makeProfile, startBrowser } from './browser.ts'
import { beStrict, STRICT_QUERY } from './strict-disk.ts'
import './contender.ts'

const OPENS_WITHIN_MS = 60_000

/** The device side: a browser on a profile of its own, with the page under test. */
export class Desk {
  readonly #profile = makeProfile()
  readonly #url: string
  readonly #isStrict: boolean
  #browser: KillableBrowser | undefined
  page: Page | undefined

  /** `isStrict`: all that the page keeps is kept with strict durability, whatever its library asks for. */
  constructor(url: string, { isStrict = false } = {}) {
    this.#url = isStrict ? `${url}${url.includes('?') ? '&' : '?'}${STRICT_QUERY}` : url
    this.#isStrict = isStrict
  }

  /** Opens the page, in the browser that runs or in a new one; returns it once it is ready. */
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

/** Answers after `ms` with nothing. */
export const after = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(resolve, ms, undefined)
  })

/** What `work` answers; throws where that takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Symbol('late')
  const first = await Promise.race([work, after(ms).then(() => late)])
  if (first === late) throw new Error(`not done within ${ms} ms`)
  return first as T
}
