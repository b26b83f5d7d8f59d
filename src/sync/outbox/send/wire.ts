import type { Command } from '#contract/calls/sync.ts'
import type { OutboxRow } from '#src/db/work-database.ts'

type ClearRow = Omit<OutboxRow, 'e'>

/** The header of a command for either endpoint; `batch` are the commands of the same delivery, in click order. */
export function headerOf(row: ClearRow, batch: readonly ClearRow[]): Omit<Command, 'input'> {
  const { id, call, version, base, supersedes, at, skewMs, isOffline, receipts } = row
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
    ...(receipts && { receipts }),
  }
}

/** The previous command of its lane in the batch: it must take effect first, so that a refused one is not overtaken. */
export function previousInLane<Row extends Pick<OutboxRow, 'aggregate' | 'seq'>>(
  { aggregate, seq }: Pick<OutboxRow, 'aggregate' | 'seq'>,
  batch: readonly Row[],
): Row | undefined {
  return batch.filter((other) => other.aggregate === aggregate && other.seq < seq).at(-1)
}

/** Commands of the batch that a row follows; the others took effect, or wait for a person. */
export const forerunnersOf = <Row extends Pick<OutboxRow, 'id'>>(
  { after = [] }: Pick<OutboxRow, 'after'>,
  batch: readonly Row[],
): Row[] => batch.filter(({ id }) => after.includes(id))

function dependenciesOf(row: ClearRow, batch: readonly ClearRow[]): string[] {
  const previous = previousInLane(row, batch)
  const ahead = [...forerunnersOf(row, batch), ...(previous ? [previous] : [])].map(({ id }) => id)
  return ahead.length === 0 ? row.depends : [...new Set([...row.depends, ...ahead])]
}
