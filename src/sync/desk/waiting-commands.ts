import type { SyncType } from '#contract/calls/sync.ts'
import { getDevice } from '../current-device.ts'

/**
 * Ids of the commands about a record that the server has not answered yet, in the order of the clicks: what a command
 * about something that stands with it must name in `depends` (a receipt of a visit that is not on the server yet).
 * By the index of aggregates; no sealed row is opened.
 */
export async function commandsOf(aggregateType: SyncType, id: string): Promise<string[]> {
  const { outbox } = getDevice().databases.work
  const rows = await outbox.where('aggregate').equals(`${aggregateType}:${id}`).toArray()
  return rows
    .filter(({ state }) => state !== 'acked')
    .sort((a, b) => a.seq - b.seq)
    .map((row) => row.id)
}
