import type { Base } from '#contract/calls/sync.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'

/** The history of the server that this device's acknowledgements are of (work.meta). Copies may be gone, this stays. */
export const EPOCH_ID = 'epoch'

/** The server's history as this device knows it; undefined before the first pull. */
export async function findEpoch({ meta }: Pick<WorkDatabase, 'meta'>): Promise<string | undefined> {
  return (await meta.get(EPOCH_ID))?.text
}

/** A base that says which history counted its revision, and of which record: the number alone is another text after a restore. */
export function basedOn(
  base: Base | undefined,
  { record }: Pick<OutboxRow, 'record'>,
  epoch: string | undefined,
): Base | undefined {
  if (!base || !('rev' in base) || base.epoch !== undefined || epoch === undefined) return base
  return { rev: base.rev, epoch, of: record.slice(record.indexOf(':') + 1) }
}
