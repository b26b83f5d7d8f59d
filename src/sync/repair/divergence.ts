import type { SyncType } from '#contract/records/records.ts'

/** Suspicious records of one type by id, with the revision of the copy; undefined if there is no copy. */
export type Suspects = Map<string, number | undefined>

/**
 * Returns the copies of a bucket that are wrong by the server's listing: missing, older, or extra. A copy newer than
 * the listing is correct: it changed since.
 */
export function divergence(
  listed: readonly { id: string; rev: number }[],
  held: ReadonlyMap<string, number>,
): Suspects {
  const suspects: Suspects = new Map()
  for (const { id, rev } of listed) {
    const own = held.get(id)
    if (own === undefined || own < rev) suspects.set(id, own)
  }
  const known = new Set(listed.map(({ id }) => id))
  for (const [id, rev] of held) if (!known.has(id)) suspects.set(id, rev)
  return suspects
}

/** Those that are still suspicious and that the feed did not touch between the two looks. */
export function stillSuspicious(first: Suspects, second: Suspects): Suspects {
  return new Map([...second].filter(([id, rev]) => first.has(id) && first.get(id) === rev))
}

/** The suspects of all buckets of a type together. */
export function gather(all: readonly { type: SyncType; suspects: Suspects }[]): Map<SyncType, Suspects> {
  const gathered = new Map<SyncType, Suspects>()
  for (const { type, suspects } of all)
    gathered.set(type, new Map([...(gathered.get(type) ?? []), ...suspects]))
  return gathered
}
