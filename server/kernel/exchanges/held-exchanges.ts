import type { NotedExchange } from './exchange.ts'
import { Folds } from './folds.ts'

/** Maximum held in memory: the oldest is dropped first. */
const WAITING_MAX = 5_000
const RAW_WAITING_MAX = 32 * 1024 * 1024

/** An exchange that waits to be written, and how often that has failed. */
export interface Waiting {
  exchange: NotedExchange
  tries: number
}

/** Holds the exchanges that wait to be written, within a maximum of memory; `onError` is called if one is dropped. */
export class HeldExchanges {
  #waiting: Waiting[] = []
  #rawHeld = 0
  readonly #folds = new Folds()
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  add(one: Waiting): void {
    const size = one.exchange.raw?.length ?? 0
    const isTooMuch = this.#rawHeld + size > RAW_WAITING_MAX
    this.#waiting.push(isTooMuch ? { ...one, exchange: withoutRaw(one.exchange) } : one)
    if (!isTooMuch) this.#rawHeld += size
    if (this.#waiting.length > WAITING_MAX) {
      this.#waiting.shift()
      this.#onError(new Error('The log of the interfaces cannot be written: its oldest entry was given up.'))
    }
  }

  /** Adds an exchange that is only counted with others of its kind. */
  fold(exchange: NotedExchange): void {
    this.#folds.add(exchange)
  }

  /** Returns all that wait, and holds none of them any more. */
  takeAll(): Waiting[] {
    const taken = [...this.#waiting, ...this.#folds.takeAll().map((exchange) => ({ exchange, tries: 0 }))]
    this.#waiting = []
    this.#rawHeld = 0
    return taken
  }
}

const withoutRaw = ({ raw: _raw, ...exchange }: NotedExchange): NotedExchange => exchange
