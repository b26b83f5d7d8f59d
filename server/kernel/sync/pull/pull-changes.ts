import type { SyncType } from '#contract/records/records.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { AnySyncSource } from '../source.ts'
import type { PullBatch } from './pull-batch.ts'

/** One reader at one moment, with everything that fills a batch. */
export interface Reading {
  tx: Tx
  caller: Caller
  now: Date
  sources: ReadonlyMap<string, AnySyncSource>
}

interface FeedRow {
  pos: number
  type: string
  id: string
  rev: number
  op: string
  scope: string
}

/** Bodies are read in chunks of this size, so that a batch of long texts can end early. */
const CHUNK = 100

/**
 * Adds changes after `after` in the reader's scopes: only the newest change of each record, with the body that the
 * reader may see now. Returns the position up to which the device then knows everything, and whether there is more.
 */
export async function addChanges(
  batch: PullBatch,
  reading: Reading,
  { after, head, scopes }: { after: number; head: number; scopes: readonly string[] },
): Promise<{ pos: number; more: boolean }> {
  const rows = await selectFeed(reading, after, scopes, batch.room)
  const newest = new Map(rows.map((row) => [`${row.type} ${row.id}`, row]))
  for (let i = 0; i < rows.length; i += CHUNK) {
    const chunk = rows.slice(i, i + CHUNK)
    await addChunk(
      batch,
      reading,
      chunk.filter((row) => newest.get(`${row.type} ${row.id}`) === row),
    )
    const last = chunk.at(-1)
    if (batch.isFull && last && i + CHUNK < rows.length) return { pos: last.pos, more: true }
  }
  const last = rows.at(-1)
  return last && rows.length >= batch.limit
    ? { pos: last.pos, more: last.pos < head }
    : { pos: head, more: false }
}

async function addChunk(batch: PullBatch, reading: Reading, rows: readonly FeedRow[]): Promise<void> {
  const bodies = await readBodies(reading, rows)
  for (const { type, id, rev, op, scope } of rows) {
    const source = reading.sources.get(type)
    if (!source) continue
    const found = op === 'put' ? bodies.get(source.type)?.get(id) : undefined
    if (found) batch.put(source.type, id, scope, found)
    else batch.leave(source.type, id, scope, rev)
  }
}

async function readBodies({ tx, caller, now, sources }: Reading, rows: readonly FeedRow[]) {
  const bodies = new Map<SyncType, Awaited<ReturnType<AnySyncSource['read']>>>()
  for (const source of sources.values()) {
    const ids = rows.filter((row) => row.op === 'put' && row.type === source.type).map((row) => row.id)
    if (ids.length > 0) bodies.set(source.type, await source.read(tx, caller, ids, now))
  }
  return bodies
}

async function selectFeed(
  { tx, caller }: Reading,
  after: number,
  scopes: readonly string[],
  limit: number,
): Promise<FeedRow[]> {
  if (scopes.length === 0) return []
  return tx
    .selectFrom('change_feed')
    .select(['pos', 'type', 'id', 'rev', 'op', 'scope'])
    .where('client_id', '=', caller.clientId)
    .where('pos', '>', after)
    .where('scope', 'in', [...scopes])
    .orderBy('pos')
    .limit(limit)
    .execute()
}
