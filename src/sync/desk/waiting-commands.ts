import type { SyncType } from '#contract/records/records.ts'
import { getDevice } from '../current-device.ts'

/**
 * Ids of the commands about a record that the server has not acknowledged yet, in click order: a command about a part
 * of that record must name them in `depends` (a receipt of a visit that is not on the server yet). Reads the aggregate
 * index; opens no sealed row.
 */
export async function commandsOf(aggregateType: SyncType, id: string): Promise<string[]> {
  const { outbox } = getDevice().databases.work
  const rows = await outbox.where('aggregate').equals(`${aggregateType}:${id}`).toArray()
  return rows
    .filter(({ state }) => state !== 'acked')
    .sort((a, b) => a.seq - b.seq)
    .map((row) => row.id)
}
