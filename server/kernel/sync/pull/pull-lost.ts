import { branchOfScope, CLIENT_SCOPE } from '#server/kernel/scopes.ts'
import type { AnySyncSource } from '../source.ts'
import type { PullBatch } from './pull-batch.ts'
import type { Reading } from './pull-changes.ts'

/**
 * Removes from the device the branches whose studies it lost, and their records: these are masters in another scope,
 * which the device keeps. Records that the caller may still read stay.
 */
export async function addLostBranches(
  batch: PullBatch,
  reading: Reading,
  lost: readonly string[],
): Promise<void> {
  const branches = lost.map(branchOfScope).filter((id) => id !== undefined)
  if (branches.length === 0) return
  for (const source of reading.sources.values()) await addLostOf(source, batch, reading, branches)
}

async function addLostOf(
  source: AnySyncSource,
  batch: PullBatch,
  { tx, caller, now }: Reading,
  branches: readonly string[],
): Promise<void> {
  const ids = (await source.ofBranches?.(tx, caller, branches)) ?? []
  if (ids.length === 0) return
  const readable = await source.read(tx, caller, ids, now)
  for (const id of ids) if (!readable.has(id)) batch.leave(source.type, id, CLIENT_SCOPE, 0)
}
