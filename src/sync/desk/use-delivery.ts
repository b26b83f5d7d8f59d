import type { OutboxRow } from '#src/db/work-database.ts'
import { mostUrgent } from '../outbox/look/most-urgent.ts'
import { itemOf, type QueueItem } from '../outbox/look/use-queue.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** The state of a record, one of the four in docs/sync.md; `server` also if nothing of it was changed here. */
export interface Delivery {
  state: 'device' | 'sending' | 'server' | 'needs_you'
  /** Since when, if a change made here is remembered. */
  at?: Date
  /** The waiting or refused command. */
  item?: QueueItem
}

const ON_SERVER: Delivery = { state: 'server' }

/** Returns the state of this device's changes to one record; `aggregate` is `type:id` as in the outbox. */
export function useDelivery(aggregate: string): Delivery {
  return useLive(deliveryOf(aggregate), aggregate).answer ?? ON_SERVER
}

function deliveryOf(aggregate: string): LiveQuestion<OutboxRow[], Delivery> {
  return {
    read: ({ databases: { work } }) => work.outbox.where('aggregate').equals(aggregate).sortBy('seq'),
    open: async (lane, { databases: { outbox } }) => {
      const row = mostUrgent(lane)
      if (row) {
        const item = itemOf(await outbox.open(row))
        return { state: item.state === 'flagged' ? 'server' : item.state, at: item.at, item }
      }
      const acked = lane.flatMap((one) => one.acked?.at ?? [])
      return acked.length > 0 ? { state: 'server', at: new Date(Math.max(...acked)) } : ON_SERVER
    },
  }
}
