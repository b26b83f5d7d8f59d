import type { QueueKey } from '#contract/registry.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'

/** Commands that one may take the place of: with itself no more than the server takes back at once (contract: sync/void). */
const SUPERSEDES_MAX = 49

/** True where a command may have reached the server: it cannot be taken back here alone. */
export const wasEverSent = ({ sentAt }: Pick<OutboxRow, 'sentAt'>) => sentAt !== undefined

/** The commands that must not run once this one is gone: itself where it was sent, and what it took the place of. */
export function everSentOf(row: Pick<OutboxRow, 'id' | 'sentAt' | 'supersedes'>): string[] {
  return [...(wasEverSent(row) ? [row.id] : []), ...(row.supersedes ?? [])]
}

/**
 * Takes commands out for good, with their optimistic effects; what went on from their results now goes on from what
 * they were based on, and is to be signed anew. Returns the ones that may be on their way, for the server to be told of; an acknowledged one is
 * left where it is. Call inside a transaction over outbox and overlay.
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

/** Of these commands and what they took the place of, the ones that may be on their way: newest first, as the oldest were answered long ago. */
export function sentOf(rows: readonly OutboxRow[]): string[] {
  return [...new Set(rows.toReversed().flatMap(everSentOf))].slice(0, SUPERSEDES_MAX)
}

/** What a report asks for: without the save that it waits for nobody has signed it. */
const OF_ITS_SAVE: ReadonlySet<QueueKey> = new Set<QueueKey>(['study/setFollowUp'])

/**
 * Takes one command out that its person gave up, with the follow-ups that wait for it: a copy of one that is on its way names
 * what it waits for, and never runs. Its text stays as one that no save carries. As takeOut, over drafts too.
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

/** What a command is based on once these are gone: where it follows one of them, that one's own base. */
export function baseWithout(base: OutboxRow['base'], gone: Rows): OutboxRow['base'] {
  const followed = base && 'follows' in base ? gone.get(base.follows) : undefined
  return followed ? baseWithout(followed.base, gone) : base
}
