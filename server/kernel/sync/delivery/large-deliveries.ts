import { Refusal } from '#contract/kernel/error-codes.ts'

/** Batches up to this size are read from anybody: fifty ordinary changes, or a report in Latin letters. */
export const SMALL_BYTES = 256 * 1024
/** Larger batches that are read concurrently, in total and per address. */
const OPEN_MAX = 8
const OPEN_PER_ADDRESS = 1
/** An address that sent a large batch without any good signature may send only small ones for this long. */
const SUSPECT_MS = 15 * 60_000
const SUSPECTS_MAX = 10_000

/** A large batch that is being read. Closing it frees the address's share; `isUnsigned` makes the address suspect. */
export interface LargeDelivery {
  close: (isUnsigned: boolean) => void
}

/**
 * Admission of large batches without a session. Nothing is proven when their bytes arrive, so an address gets one
 * chance: after a large batch without a good signature its next one is refused before it is read.
 */
export class LargeDeliveries {
  readonly #open = new Map<string, number>()
  readonly #suspects = new Map<string, number>()
  readonly #now: () => Date
  #total = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /**
   * Admits a batch of `bytes` from an address; returns undefined if it is small. A batch without a length counts as
   * large. Throws `throttled`.
   */
  admit(address: string, bytes: number | undefined): LargeDelivery | undefined {
    if (bytes !== undefined && bytes <= SMALL_BYTES) return undefined
    const now = this.#now().getTime()
    const until = this.#suspects.get(address) ?? 0
    if (until > now) throw throttled(Math.ceil((until - now) / 1000))
    const open = this.#open.get(address) ?? 0
    if (open >= OPEN_PER_ADDRESS || this.#total >= OPEN_MAX) throw throttled(2)
    this.#open.set(address, open + 1)
    this.#total += 1
    let isOpen = true
    return {
      close: (isUnsigned) => {
        if (!isOpen) return
        isOpen = false
        this.#total -= 1
        if (open === 0) this.#open.delete(address)
        else this.#open.set(address, open)
        if (isUnsigned) this.#suspect(address)
      },
    }
  }

  #suspect(address: string): void {
    const [oldest] = this.#suspects.keys()
    if (this.#suspects.size >= SUSPECTS_MAX && oldest !== undefined) this.#suspects.delete(oldest)
    this.#suspects.delete(address)
    this.#suspects.set(address, this.#now().getTime() + SUSPECT_MS)
  }
}

const throttled = (seconds: number) => new Refusal('throttled', undefined, { retry_after: seconds })
