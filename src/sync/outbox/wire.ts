import type { Command } from '#contract/calls/sync.ts'
import type { OutboxRow } from '#src/db/work-database.ts'

type ClearRow = Omit<OutboxRow, 'e'>

/** What a command says of itself by either door; `batch` are the commands that travel with it, in the order of the clicks. */
export function headerOf(row: ClearRow, batch: readonly ClearRow[]): Omit<Command, 'input'> {
  const { id, call, version, base, supersedes, at, skewMs, isOffline } = row
  return {
    id,
    call,
    version,
    depends: dependenciesOf(row, batch),
    at: new Date(at).toISOString(),
    ...(base && { base }),
    ...(supersedes && { supersedes }),
    ...(skewMs !== undefined && { skew_ms: skewMs }),
    ...(isOffline && { made_offline: true }),
  }
}

// Of its lane, the command before it in the batch must have taken effect: a refused one must not be overtaken.
function dependenciesOf({ aggregate, seq, depends }: ClearRow, batch: readonly ClearRow[]): string[] {
  const previous = batch.filter((other) => other.aggregate === aggregate && other.seq < seq).at(-1)
  return previous && !depends.includes(previous.id) ? [...depends, previous.id] : depends
}
