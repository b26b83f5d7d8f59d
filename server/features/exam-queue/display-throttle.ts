import { Refusal } from '#contract/kernel/error-codes.ts'

const WINDOW_MS = 60_000
/** A hall of twenty displays behind one address asks at most so often in a minute, changes included. */
const CALLS_PER_ADDRESS = 1_500
/** Uids that show nothing: a display whose address was renewed asks on, a guesser asks more. */
const UNKNOWN_PER_ADDRESS = 60
/** Streams open at once. */
const STREAMS_PER_ADDRESS = 40
const STREAMS = 1_000

interface Counted {
  since: number
  calls: number
  unknown: number
}

/**
 * Keeps a public display from being asked without end, by the address that asks. In this process's memory and not in
 * the database: a uid has 192 bits, so this protects the server's time and no secret.
 */
export class DisplayThrottle {
  readonly #counts = new Map<string, Counted>()
  readonly #streams = new Map<string, number>()
  #open = 0

  /** Counts one call; 429 where there were too many, or too many for uids that nobody has. */
  admit(address: string, now: Date): void {
    const counted = this.#countedOf(address, now.getTime())
    counted.calls += 1
    if (counted.calls > CALLS_PER_ADDRESS || counted.unknown > UNKNOWN_PER_ADDRESS)
      throw throttled(counted, now)
  }

  /** Counts a uid that shows nothing. */
  missed(address: string, now: Date): void {
    this.#countedOf(address, now.getTime()).unknown += 1
  }

  /** Takes a place for a stream; the answer gives it back. 429 where none is free. */
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
