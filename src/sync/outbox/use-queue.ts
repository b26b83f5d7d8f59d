import type { QueueKey } from '#contract/registry.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { useLive } from '../use-live.ts'
import { studyIdOf } from './queued-call.ts'

/** Where an item stands, in the words of SYNC.md "What a person sees". */
export type QueueItemState = 'device' | 'sending' | 'needs_you'

/** One change that the server does not have yet. */
export interface QueueItem {
  id: string
  key: QueueKey
  label: string
  state: QueueItemState
  /** When it was kept on this device. */
  at: Date
  /** Why the server refused it, in its words; only where it needs a person. */
  reason?: string
  /** True for a conflict of two texts: it is settled in the editor and not by trying again. */
  isConflict: boolean
  /** The study that it is about. */
  studyId: string
}

export interface Queue {
  waiting: number
  sending: number
  needsYou: number
  /** When the oldest of them was kept. */
  oldest?: Date
  items: QueueItem[]
}

/** What waits on this device, oldest first. */
export function useQueue(): Queue {
  return useLive(QUEUE, '').answer ?? EMPTY
}

const EMPTY: Queue = { waiting: 0, sending: 0, needsYou: 0, items: [] }

const QUEUE = {
  read: ({ databases: { work } }) => work.outbox.where('state').notEqual('acked').toArray(),
  open: async (rows, { databases: { outbox } }) => queueOf(await outbox.openAll(rows)),
} satisfies Parameters<typeof useLive<OutboxRow[], Queue>>[0]

/** The queue as it is shown, from its commands. */
export function queueOf(commands: readonly OpenCommand[]): Queue {
  const items = commands.toSorted((a, b) => a.seq - b.seq).map(itemOf)
  const count = (state: QueueItemState) => items.filter((item) => item.state === state).length
  return {
    waiting: count('device'),
    sending: count('sending'),
    needsYou: count('needs_you'),
    oldest: items[0]?.at,
    items,
  }
}

const STATES = { waiting: 'device', sending: 'sending', parked: 'needs_you', acked: 'sending' } as const

/** A command as a person sees it. */
export function itemOf(command: OpenCommand): QueueItem {
  const isParked = command.state === 'parked'
  return {
    id: command.id,
    key: command.call,
    label: command.body.label,
    state: STATES[command.state],
    at: new Date(command.at),
    ...(isParked ? { reason: command.body.refusal?.message } : {}),
    isConflict: isParked && command.lastError?.code === 'conflict',
    studyId: studyIdOf(command),
  }
}
