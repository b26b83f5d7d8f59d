import type { QueueKey } from '#contract/registry.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'

/** Maximum number of commands that one may replace: with itself, as many as the server voids at once (sync/void). */
const SUPERSEDES_MAX = 49

/** True if a command may have reached the server: it cannot be taken back on this device alone. */
export const wasEverSent = ({ sentAt }: Pick<OutboxRow, 'sentAt'>) => sentAt !== undefined

/** The commands that must not run once this one is gone: itself if it was sent, and the ones that it replaced. */
export function everSentOf(row: Pick<OutboxRow, 'id' | 'sentAt' | 'supersedes'>): string[] {
  return [...(wasEverSent(row) ? [row.id] : []), ...(row.supersedes ?? [])]
}

/**
 * Removes commands for good, with their optimistic effects; commands that followed them now follow what they were based
 * on, and must be signed again. Returns the ones that may be in flight, so that the server can be told; leaves
 * acknowledged ones in place. Call inside a transaction over outbox and overlay.
 */
export async function takeOut(work: WorkDatabase, ids: readonly string[]): Promise<string[]> {
  const found = (await work.outbox.bulkGet([...ids])).filter((row) => row !== undefined)
  if (found.length === 0) return []
  const gone = new Map(found.filter(({ state }) => state !== 'acked').map((row) => [row.id, row]))
  await work.outbox
    .filter((row) => !gone.has(row.id) && isTiedTo(row, gone))
    .modify((row) => {
      if (row.after) row.after = row.after.filter((id) => !gone.has(id))
      if (row.depends.some((id) => gone.has(id)) || followsOne(row, gone)) row.signature = undefined
      row.base = baseWithout(row.base, gone)
      row.depends = row.depends.filter((id) => !gone.has(id))
    })
  await work.outbox.bulkDelete([...gone.keys()])
  await work.overlay
    .where('command')
    .anyOf([...gone.keys()])
    .delete()
  return sentOf(found)
}

/** The ones that may be in flight, of these commands and those they replaced: newest first, the oldest are settled. */
export function sentOf(rows: readonly OutboxRow[]): string[] {
  return [...new Set(rows.toReversed().flatMap(everSentOf))].slice(0, SUPERSEDES_MAX)
}

/** What a report requests: without the save that it waits for, nobody has signed it. */
const OF_ITS_SAVE: ReadonlySet<QueueKey> = new Set<QueueKey>(['study/setFollowUp'])

/**
 * Removes one command that its author discarded, with the follow-ups that wait for it: a follow-up in flight names this
 * command as a dependency, so it never runs. Its text becomes unsaved again. As takeOut, over drafts too.
 */
export async function takeOutOne(work: WorkDatabase, id: string): Promise<void> {
  const waiting = await work.outbox.where('depends').equals(id).toArray()
  const own = waiting.filter(({ call }) => OF_ITS_SAVE.has(call))
  await takeOut(work, [id, ...own.map((row) => row.id)])
  await work.drafts.filter(({ command }) => command === id).modify({ command: undefined })
}

type Rows = ReadonlyMap<string, OutboxRow>

const isTiedTo = (row: OutboxRow, gone: Rows) =>
  [...row.depends, ...(row.after ?? [])].some((id) => gone.has(id)) || followsOne(row, gone)

const followsOne = ({ base }: Pick<OutboxRow, 'base'>, gone: Rows) =>
  base !== undefined && 'follows' in base && gone.has(base.follows)

/** The base of a command once these are gone: if it follows one of them, that command's own base. */
export function baseWithout(base: OutboxRow['base'], gone: Rows): OutboxRow['base'] {
  const followed = base && 'follows' in base ? gone.get(base.follows) : undefined
  return followed ? baseWithout(followed.base, gone) : base
}
