import { createHash } from 'node:crypto'
import type { RecordSum } from '#domain/sync/checksum.ts'
import type { Caller } from '../context.ts'
import type { SyncWindow } from './source.ts'

/** The sum of one type and day. */
export interface DaySum extends RecordSum {
  type: string
  day: string
}

/** Numbers of sums that are kept in all; one reader has about a hundred and twenty. */
const SUMS_MAX = 60_000
/** A sum is asked for anew after this long, so that what changed past the feed comes to light as well. */
const AGE_MAX_MS = 5 * 60_000

interface Entry {
  sums: Promise<readonly DaySum[]>
  size: number
  at: number
}

/**
 * Sums by everything that they depend on: after an outage a whole house compares at once, and most of it has the same
 * rights. The ones that were not asked for longest go first.
 */
export class SumCache {
  readonly #entries = new Map<string, Entry>()
  #size = 0

  /** The sums under `key`, computed by the first who asks; a failure is not kept. */
  get(key: string, now: number, compute: () => Promise<readonly DaySum[]>): Promise<readonly DaySum[]> {
    const known = this.#entries.get(key)
    if (known) this.#drop(key)
    const isFresh = known && now - known.at < AGE_MAX_MS
    const entry = isFresh ? known : { sums: compute(), size: 1, at: now }
    this.#entries.set(key, entry)
    this.#size += entry.size
    if (!isFresh) void this.#weigh(key, entry)
    return entry.sums
  }

  /** Sums that are kept now. */
  get size(): number {
    return this.#size
  }

  async #weigh(key: string, entry: Entry): Promise<void> {
    try {
      const { length } = await entry.sums
      if (this.#entries.get(key) !== entry) return
      this.#size += length
      entry.size += length
      for (const oldest of this.#entries.keys()) {
        if (this.#size <= SUMS_MAX) return
        this.#drop(oldest)
      }
    } catch {
      // Whoever asked is told; the next one tries again.
      if (this.#entries.get(key) === entry) this.#drop(key)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) this.#size -= entry.size
    this.#entries.delete(key)
  }
}

/** Everything that the sums of a reader depend on: client, rights, scopes, windows and the position of the feed. */
export function sumKey(
  caller: Caller,
  scopes: readonly string[],
  windows: Readonly<Record<string, SyncWindow>>,
  pos: number,
): string {
  const { clientId, userId, userType, isDoctor, isClientAdmin, branchIds, permissions, mainModules } = caller
  const rights = [isDoctor ? userId : '', isClientAdmin, sorted(branchIds), sorted(permissions)]
  // What a master is read by beside: the rules of its tiles (domain/access/tiles.ts).
  const rules = [userType, caller.isClinicDoctor, caller.isRefDoctor, caller.pacsUsed, sorted(mainModules)]
  return createHash('sha256')
    .update(JSON.stringify([clientId, rights, rules, scopes, windows, pos]))
    .digest('base64url')
}

const sorted = (values: Iterable<string>) => [...values].sort()
