import type { ScopeKind } from '#contract/records/record.ts'
import type { AnySyncSource, SyncWindow } from '../source.ts'
import type { Cursor } from './cursor.ts'
import type { PullBatch } from './pull-batch.ts'
import type { Reading } from './pull-changes.ts'

/** Records are read in chunks of this size, so that a batch of long texts can end early. */
const CHUNK = 200

const kindOf = (scope: string) => scope.split(':', 1)[0] as ScopeKind

/**
 * Fills the rest of the batch with records of the scopes that the device has not completed, newest first. Returns the
 * new cursor; a record that changes meanwhile comes by the feed, from the position where the device began.
 */
export async function addBackfill(
  batch: PullBatch,
  reading: Reading,
  cursor: Cursor,
  windowOf: (type: string) => SyncWindow | undefined,
): Promise<Cursor> {
  let at = cursor
  for (;;) {
    const [scope] = at.waiting
    if (batch.isFull || scope === undefined) return at
    const source = sourceAt(reading, scope, at.type)
    at = source ? await addSome(batch, reading, at, scope, source, windowOf(source.type)) : nextScope(at)
  }
}

// Returns the current source, or the first one that has records in this kind of scope.
function sourceAt({ sources }: Reading, scope: string, type: string | undefined): AnySyncSource | undefined {
  const filling = [...sources.values()].filter((source) => source.scopes.includes(kindOf(scope)))
  return type === undefined ? filling[0] : filling.find((source) => source.type === type)
}

async function addSome(
  batch: PullBatch,
  reading: Reading,
  at: Cursor,
  scope: string,
  source: AnySyncSource,
  window: SyncWindow | undefined,
): Promise<Cursor> {
  const { tx, caller, now } = reading
  const limit = Math.min(batch.room, CHUNK)
  const ids = await source.backfill(tx, caller, scope, at.after, limit, window)
  const bodies = ids.length > 0 ? await source.read(tx, caller, ids, now) : new Map<string, never>()
  for (const id of ids) {
    const found = bodies.get(id)
    if (found) batch.put(source.type, id, scope, found)
  }
  return ids.length < limit
    ? nextType(reading, at, scope, source)
    : { ...at, type: source.type, after: ids.at(-1) }
}

function nextType(reading: Reading, at: Cursor, scope: string, source: AnySyncSource): Cursor {
  const filling = [...reading.sources.values()].filter((one) => one.scopes.includes(kindOf(scope)))
  const next = filling[filling.indexOf(source) + 1]
  return next ? { ...at, type: next.type, after: undefined } : nextScope(at)
}

function nextScope({ pos, done, waiting: [scope, ...waiting] }: Cursor): Cursor {
  return { pos, done: scope === undefined ? done : [...done, scope], waiting }
}
