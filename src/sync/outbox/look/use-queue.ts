import type { QueueKey } from '#contract/registry.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { useLive } from '#src/sync/use-live.ts'
import { studyIdOf, subjectIdOf } from '../make/queued-call.ts'
import { problemWords } from '../refused/problem-words.ts'
import { editPath } from './edit-path.ts'

/**
 * The state of an item, named as in docs/sync.md#what-a-person-sees; `flagged`: the server accepted it and left
 * something for a person to do.
 */
export type QueueItemState = 'device' | 'sending' | 'needs_you' | 'flagged'

/** One change that the server does not have yet, or that left something to do. */
export interface QueueItem {
  id: string
  key: QueueKey
  label: string
  state: QueueItemState
  /** When it was stored on this device. */
  at: Date
  /** When the server accepted it; only flagged items stay here after that. */
  onServerAt?: Date
  /** When it was last written into a sealed file. */
  exportedAt?: Date
  /** Why the server refused it, in its words; only if it needs a person. */
  reason?: string
  /** True for a conflict of two texts: it is settled in the editor and not by retrying. */
  isConflict: boolean
  /** The study that it is about. */
  studyId: string
  /** The visit that it is about. */
  visitId?: string
  /** Number of tries that did not take effect. */
  attempts: number
  /** When it is retried; undefined if that is now, or not automatic. */
  nextTryAt?: Date
  /** True if it may have reached the server: discarding it then asks the server. */
  wasSent: boolean
  /** Why the last try did not take effect; the message of a refusal is in `reason`. */
  problem?: string
  /** What it left for a person to do, as its call describes it. */
  flags: readonly string[]
  /** The screen on which it can be edited. */
  editPath?: string
}

export interface Queue {
  waiting: number
  sending: number
  needsYou: number
  flagged: number
  /** When the oldest unsent command was stored. */
  oldest?: Date
  items: QueueItem[]
  /** Nothing is loaded yet: showing an empty queue would be a guess. */
  isLoading?: true
}

/** Returns the queue of this device, oldest first. */
export function useQueue(): Queue {
  return useLive(QUEUE, '').answer ?? EMPTY
}

/** Marks the task left by an acknowledged change as done: its row leaves. */
export async function settleFlag(id: string): Promise<void> {
  await getDevice().databases.work.outbox.update(id, { flags: undefined })
}

const EMPTY: Queue = { waiting: 0, sending: 0, needsYou: 0, flagged: 0, items: [], isLoading: true }

const isShown = ({ state, flags }: OutboxRow) => state !== 'acked' || (flags?.length ?? 0) > 0

const QUEUE = {
  read: ({ databases: { work } }) => work.outbox.filter(isShown).toArray(),
  open: async (rows, { databases: { outbox } }) => queueOf(await outbox.openAll(rows)),
} satisfies Parameters<typeof useLive<OutboxRow[], Queue>>[0]

/** Builds the queue for display from its commands. */
export function queueOf(commands: readonly OpenCommand[]): Queue {
  const items = commands.toSorted((a, b) => a.seq - b.seq).map(itemOf)
  const count = (state: QueueItemState) => items.filter((item) => item.state === state).length
  return {
    waiting: count('device'),
    sending: count('sending'),
    needsYou: count('needs_you'),
    flagged: count('flagged'),
    oldest: items.find(({ state }) => state !== 'flagged')?.at,
    items,
  }
}

const STATES = { waiting: 'device', sending: 'sending', parked: 'needs_you', acked: 'flagged' } as const

// The server had accepted it and was then restored from a backup: tell its author why it is back.
const reasonOf = ({ receipts = [] }: OpenCommand, words: string | undefined) =>
  receipts.length === 0
    ? words
    : `It was on the server before the server was restored from a backup. ${words ?? ''}`.trimEnd()

function visitIdOf({ aggregate, body }: OpenCommand): Pick<QueueItem, 'visitId'> {
  const { appt_id } = body.input
  if (typeof appt_id === 'string') return { visitId: appt_id }
  return aggregate.startsWith(VISIT) ? { visitId: aggregate.slice(VISIT.length) } : {}
}

const VISIT = 'visit:'

/** A command for display. */
export function itemOf(command: OpenCommand): QueueItem {
  const { state, lastError, nextAt, body, call, acked, exportedAt } = command
  const isParked = state === 'parked'
  const studyId = studyIdOf(command)
  const problem = lastError && problemWords(lastError)
  return {
    id: command.id,
    key: call,
    label: body.label,
    state: STATES[state],
    at: new Date(command.at),
    ...(acked && { onServerAt: new Date(acked.at) }),
    ...(exportedAt !== undefined && { exportedAt: new Date(exportedAt) }),
    // A command delivered while the vault was locked has only its code: no message could be sealed for it.
    ...(isParked ? { reason: reasonOf(command, body.refusal?.message ?? problem) } : {}),
    isConflict: isParked && lastError?.code === 'conflict',
    studyId,
    ...visitIdOf(command),
    attempts: command.attempts,
    ...(state === 'waiting' && nextAt > 0 ? { nextTryAt: new Date(nextAt) } : {}),
    wasSent: command.sentAt !== undefined,
    ...(state === 'waiting' ? { problem } : {}),
    flags: command.flags ?? [],
    editPath: editPath({ key: call, id: subjectIdOf(command), commandId: command.id, isRefused: isParked }),
  }
}
