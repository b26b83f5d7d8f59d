import type { QueueKey } from '#contract/registry.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { LiveQuestion } from '../use-live.ts'

/** A change that the server refused: its input, the reason, and the server's current version. */
export interface Refused {
  id: string
  input: Readonly<Record<string, unknown>>
  /** The server's message. */
  reason: string
  isConflict: boolean
  current: unknown
}

/** The refused change of a record (`type:id`), by one call if `key` is given; undefined if there is none. */
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
