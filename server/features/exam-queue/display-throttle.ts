import { Refusal } from '#contract/kernel/error-codes.ts'

const WINDOW_MS = 60_000
/** Calls per minute of a hall with twenty displays behind one address, including changes. */
const CALLS_PER_ADDRESS = 1_500
/** Limit for unknown uids: a display whose address was renewed keeps polling below it; a guesser exceeds it. */
const UNKNOWN_PER_ADDRESS = 60
/** Concurrent streams. */
const STREAMS_PER_ADDRESS = 40
const STREAMS = 1_000

interface Counted {
  since: number
  calls: number
  unknown: number
}

/**
 * Throttles the public displays by address. Kept in this process's memory, not in the database: a uid has 192 bits,
 * so the throttle only saves server time and protects no secret.
 */
export class DisplayThrottle {
  readonly #counts = new Map<string, Counted>()
  readonly #streams = new Map<string, number>()
  #open = 0

  /** Counts one call; throws 429 after too many calls, or too many for unknown uids. */
  admit(address: string, now: Date): void {
    const counted = this.#countedOf(address, now.getTime())
    counted.calls += 1
    if (counted.calls > CALLS_PER_ADDRESS || counted.unknown > UNKNOWN_PER_ADDRESS)
      throw throttled(counted, now)
  }

  /** Counts a call for an unknown uid. */
  missed(address: string, now: Date): void {
    this.#countedOf(address, now.getTime()).unknown += 1
  }

  /** Reserves a slot for a stream; returns a function that releases it. Throws 429 if none is free. */
  takeStream(address: string): () => void {
    const open = this.#streams.get(address) ?? 0
    if (open >= STREAMS_PER_ADDRESS || this.#open >= STREAMS)
      throw new Refusal('throttled', undefined, { retry_after: WINDOW_MS / 1000 })
    this.#streams.set(address, open + 1)
    this.#open += 1
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#open -= 1
      const left = (this.#streams.get(address) ?? 1) - 1
      if (left > 0) this.#streams.set(address, left)
      else this.#streams.delete(address)
    }
  }

  #countedOf(address: string, at: number): Counted {
    const known = this.#counts.get(address)
    if (known && at - known.since < WINDOW_MS) return known
    for (const [old, { since }] of this.#counts) if (at - since >= WINDOW_MS) this.#counts.delete(old)
    const fresh = { since: at, calls: 0, unknown: 0 }
    this.#counts.set(address, fresh)
    return fresh
  }
}

const throttled = ({ since }: Counted, now: Date) =>
  new Refusal('throttled', undefined, {
    retry_after: Math.max(1, Math.ceil((since + WINDOW_MS - now.getTime()) / 1000)),
  })
