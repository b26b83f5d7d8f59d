import { Refusal } from '#contract/kernel/error-codes.ts'

/** Up to here a batch is read from anybody: fifty ordinary changes, or a report in Latin letters. */
export const SMALL_BYTES = 256 * 1024
/** Larger ones that are read at a time, of everybody and of one address. */
const OPEN_MAX = 8
const OPEN_PER_ADDRESS = 1
/** An address that sent a large batch without one good signature sends only small ones for so long. */
const SUSPECT_MS = 15 * 60_000
const SUSPECTS_MAX = 10_000

/** A large batch that is being read. Closing it gives the address's share back; `isUnsigned` makes it suspect. */
export interface LargeDelivery {
  close: (isUnsigned: boolean) => void
}

/**
 * The door for large batches without a session. Nobody has proved anything when their bytes arrive, so an address gets
 * one chance: after a large batch without a good signature its next one is refused before it is read.
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
   * Admits a batch of `bytes` from an address; undefined where it is small. A batch that does not say its length counts
   * as large. Refuses `throttled`.
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
