import type { Base } from '#contract/calls/sync.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'

/** The server history of this device's acknowledgements (work.meta). It stays even if the copies are gone. */
export const EPOCH_ID = 'epoch'

/** The server's history as this device knows it; undefined before the first pull. */
export async function findEpoch({ meta }: Pick<WorkDatabase, 'meta'>): Promise<string | undefined> {
  return (await meta.get(EPOCH_ID))?.text
}

/** Adds history and record to a base: after a restore, the same revision number is another text. */
export function basedOn(
  base: Base | undefined,
  { record }: Pick<OutboxRow, 'record'>,
  epoch: string | undefined,
): Base | undefined {
  if (!base || !('rev' in base) || base.epoch !== undefined || epoch === undefined) return base
  return { rev: base.rev, epoch, of: record.slice(record.indexOf(':') + 1) }
}
