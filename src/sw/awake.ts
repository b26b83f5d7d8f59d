import { HOLD_MS } from './held-key.ts'

/** Messages after which something waits in the worker's memory, with those that take it away again. */
const TAKEN_BY: Readonly<Record<string, readonly string[]>> = {
  HOLD_KEY: ['TAKE_KEY', 'DROP_KEY'],
  HOLD_TEXT: ['TAKE_TEXTS', 'DROP_KEY'],
}

/**
 * Keeps the worker running while something of a user waits in its memory: a browser stops an idle worker after half a
 * minute, and a minute is promised (docs/sync.md). It ends with the taking, because a newer worker waits for it.
 */
export class Awake {
  readonly #ends = new Map<string, () => void>()

  /** Returns a promise to wait for after a message that leaves something; otherwise undefined. */
  after({ type, userId }: { type?: unknown; userId?: unknown }): Promise<void> | undefined {
    for (const [hold, takes] of Object.entries(TAKEN_BY)) {
      const what = `${hold} ${String(userId)}`
      if (takes.some((take) => take === type)) this.#end(what)
      if (hold === type) return this.#begin(what)
    }
    return undefined
  }

  #begin(what: string): Promise<void> {
    this.#end(what)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end(what), HOLD_MS)
      this.#ends.set(what, () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #end(what: string): void {
    this.#ends.get(what)?.()
    this.#ends.delete(what)
  }
}
