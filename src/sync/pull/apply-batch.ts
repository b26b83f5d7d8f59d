import type { Table } from 'dexie'
import type { syncCalls } from '#contract/calls/sync.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { notePriorChanges } from '../priors/note-changes.ts'
import { type CacheState, readCacheState, writeCacheState } from './cache-state.ts'
import { LOCAL_SCOPE } from './copies.ts'
import { dropScopes, lostScopes } from './drop-lost.ts'
import { copiesWereLetGo } from './let-go.ts'
import { type CopyChange, sealBatch } from './seal-batch.ts'
import { tableOf } from './tables.ts'

export type PullAnswer = OutputOf<typeof syncCalls.pull>

/** What a batch changed, as ids of studies for the lists on screen; undefined if it was not applied. */
export type Applied = { studies: string[] } | undefined

/**
 * Writes a batch and the cursor after it in one transaction. Skips a batch that was requested with another cursor than
 * the device has now: it is late, and the feed is read in order. A row counts only if it is newer.
 */
export async function applyBatch(
  databases: Databases,
  asked: CacheState,
  answer: PullAnswer,
  used: ReadonlySet<string>,
): Promise<Applied> {
  const { cache } = databases
  const changes = await sealBatch(databases, answer.rows)
  let hasLost = false
  const applied = await cache.transaction('rw', cache.tables, async () => {
    const state = await readCacheState(cache)
    if (state.cursor !== asked.cursor) return undefined
    const lost = lostScopes(state, answer)
    hasLost = lost.length > 0
    const gone = await dropScopes(databases, lost, used)
    await notePriorChanges(cache, answer.rows)
    const types = [...new Set(changes.map((change) => change.type))]
    await Promise.all(
      types.map((type) => {
        const ofType = changes.filter((change) => change.type === type)
        return writeChanges(tableOf(databases, type), ofType, used, IS_HELD)
      }),
    )
    await writeCacheState(cache, nextState(state, answer))
    return { studies: [...gone, ...changes.filter(({ type }) => type === 'study').map(({ id }) => id)] }
  })
  if (hasLost) copiesWereLetGo()
  return applied
}

// Rows from the answer to an own command come again with the feed: with a long queue, that is every row of it.
const IS_HELD = (copy: CopyRow, row: CopyRow) => copy.rev === row.rev && copy.scope === row.scope

/**
 * Writes changes of one type, inside the caller's transaction: a newer copy keeps its text, and copies that unsent work
 * needs stay even if the reader lost access. `isHeld` tells which copies need not be written again.
 */
export async function writeChanges(
  table: Table<CopyRow, string>,
  changes: readonly CopyChange[],
  used: ReadonlySet<string>,
  isHeld: (copy: CopyRow, row: CopyRow) => boolean = () => false,
): Promise<void> {
  const kept = await table.bulkGet(changes.map(({ id }) => id))
  const rows: CopyRow[] = []
  const gone: string[] = []
  for (const [i, { id, row }] of changes.entries()) {
    const copy = kept[i]
    if (copy && row && isHeld(copy, row)) continue
    if (row) rows.push(copy && copy.rev > row.rev ? { ...copy, scope: row.scope } : row)
    else if (copy && used.has(id)) rows.push({ ...copy, scope: LOCAL_SCOPE })
    else gone.push(id)
  }
  await table.bulkPut(rows)
  await table.bulkDelete(gone)
}

function nextState(state: CacheState, answer: PullAnswer): CacheState {
  const { cursor, epoch, granted, windows, more } = answer
  // Copies that were dropped but are still granted are fetched again.
  const isRefilled = answer.lost.length > 0 || granted.some((scope) => !state.granted.includes(scope))
  const isComplete = isRefilled ? !more : state.isComplete || !more
  return { cursor, epoch, granted, windows, isComplete }
}
