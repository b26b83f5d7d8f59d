import type { QueueKey } from '#contract/registry.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { LiveQuestion } from '../use-live.ts'

/** A change that the server did not take: what was asked for, why not, and what it holds now. */
export interface Refused {
  id: string
  input: Readonly<Record<string, unknown>>
  /** In the server's words. */
  reason: string
  isConflict: boolean
  current: unknown
}

/** The refused change of a record (`type:id`), by one call where `key` is given; undefined while there is none. */
export function refusedOf(
  record: string,
  key?: QueueKey,
): LiveQuestion<OutboxRow | undefined, Refused | undefined> {
  return {
    read: async ({ databases: { work } }) => {
      const rows = await work.outbox.where('record').equals(record).sortBy('seq')
      return rows.findLast(({ state, call }) => state === 'parked' && (key === undefined || call === key))
    },
    open: async (row, { databases }) => {
      if (!row) return undefined
      const { id, body, lastError } = await databases.outbox.open(row)
      return {
        id,
        input: body.input,
        reason: body.refusal?.message ?? '',
        isConflict: lastError?.code === 'conflict',
        current: body.refusal?.current,
      }
    },
  }
}
