import { createHash } from 'node:crypto'
import type { RecordSum } from '#domain/sync/checksum.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { SyncWindow } from '../source.ts'

/** The sum of one type and day. */
export interface DaySum extends RecordSum {
  type: string
  day: string
}

/** Maximum number of cached sums; one reader has about a hundred and twenty. */
const SUMS_MAX = 60_000
/** A sum is recomputed after this long, so that changes that bypassed the feed are found too. */
const AGE_MAX_MS = 5 * 60_000

interface Entry {
  sums: Promise<readonly DaySum[]>
  size: number
  at: number
  /** The feed position of the sums; advanced while nothing changed in their scopes. */
  pos: number
}

/** The reader's moment. */
export interface Reading {
  now: number
  /** The feed position in the reader's snapshot. */
  pos: number
  /** Whether nothing changed between an earlier position and `pos` in the scopes of the sums. */
  isCurrent: (since: number) => boolean
}

/**
 * Sums by type and scope, or by type and rights if a record may be in several scopes: after an outage a whole site
 * compares at once, and a change elsewhere does not recompute any of them. The least recently used ones are dropped
 * first.
 */
export class SumCache {
  readonly #entries = new Map<string, Entry>()
  #size = 0

  /** Returns the position after which changes matter for these keys; `pos` if none is cached. */
  since(keys: Iterable<string>, pos: number): number {
    let since = pos
    for (const key of keys) since = Math.min(since, this.#entries.get(key)?.pos ?? pos)
    return since
  }

  /** Returns the sums under `key`, computed by the first caller; failures are not cached. */
  get(
    key: string,
    { now, pos, isCurrent }: Reading,
    compute: () => Promise<readonly DaySum[]>,
  ): Promise<readonly DaySum[]> {
    const known = this.#entries.get(key)
    // From a later snapshot than the reader's: not what its device holds.
    if (known && known.pos > pos) return compute()
    if (known) this.#drop(key)
    const isFresh = known && now - known.at < AGE_MAX_MS && isCurrent(known.pos)
    const entry = isFresh ? { ...known, pos } : { sums: compute(), size: 1, at: now, pos }
    this.#entries.set(key, entry)
    this.#size += entry.size
    if (!isFresh) void this.#weigh(key, entry)
    return entry.sums
  }

  /** Number of cached sums. */
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
      // The caller gets the error; the next one tries again.
      if (this.#entries.get(key) === entry) this.#drop(key)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) this.#size -= entry.size
    this.#entries.delete(key)
  }
}

/** Returns all rights of a caller that may decide which records a reader holds. */
export function rightsKey(caller: Caller): string {
  const { clientId, userId, userType, isDoctor, isClientAdmin, branchIds, permissions, mainModules } = caller
  const rights = [isDoctor ? userId : '', isClientAdmin, sorted(branchIds), sorted(permissions)]
  // Further conditions for reading masters: the rules of their tiles (domain/access/tiles.ts).
  const rules = [userType, caller.isClinicDoctor, caller.isRefDoctor, caller.pacsUsed, sorted(mainModules)]
  return JSON.stringify([clientId, rights, rules])
}

/** Returns what the sums of one type depend on besides the feed: client, rights, scopes and window. */
export function sumKey(
  { clientId }: Pick<Caller, 'clientId'>,
  type: string,
  rights: string,
  scopes: readonly string[],
  window: SyncWindow | undefined,
): string {
  return createHash('sha256')
    .update(JSON.stringify([clientId, type, rights, scopes, window]))
    .digest('base64url')
}

const sorted = (values: Iterable<string>) => [...values].sort()
