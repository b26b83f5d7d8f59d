import { createHash } from 'node:crypto'
import type { NotedExchange } from './exchange.ts'

/** Exchanges that are only counted, with their totals so far. */
export interface Folded extends NotedExchange {
  foldsWith: string
  times: number
  lastAt: Date
  /** The longest time between two of them, in milliseconds. */
  longestGapMs: number
}

/** Returns true if the exchange represents several. */
export const isFolded = (exchange: NotedExchange): exchange is Folded => 'times' in exchange

/** Collects exchanges that become one row until they are written. */
export class Folds {
  #held = new Map<string, Folded>()

  add(exchange: NotedExchange): void {
    const { foldsWith = '' } = exchange
    const key = foldKeyOf({ ...exchange, foldsWith })
    const before = this.#held.get(key)
    if (!before) {
      this.#held.set(key, { ...exchange, foldsWith, times: 1, lastAt: exchange.at, longestGapMs: 0 })
      return
    }
    const gap = exchange.at.getTime() - before.lastAt.getTime()
    this.#held.set(key, {
      ...before,
      times: before.times + 1,
      lastAt: gap > 0 ? exchange.at : before.lastAt,
      longestGapMs: Math.max(before.longestGapMs, gap),
      durationMs: Math.max(before.durationMs ?? 0, exchange.durationMs ?? 0),
    })
  }

  takeAll(): Folded[] {
    const all = [...this.#held.values()]
    this.#held.clear()
    return all
  }
}

/** Returns the key that tells folded rows of a client apart, as a digest: it may include the contents of a query. */
export function foldKeyOf(exchange: NotedExchange & { foldsWith: string }): string {
  const { clientId, kind, peer, outcome, code = '', at, foldsWith } = exchange
  const parts = [clientId, hourOf(at).toISOString(), kind, peer, outcome, code, foldsWith]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

/** Returns the hour (UTC) that contains an instant. */
export function hourOf(at: Date): Date {
  const hour = new Date(at)
  hour.setUTCMinutes(0, 0, 0)
  return hour
}
