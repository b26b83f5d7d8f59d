import type { QueueInput, QueueKey } from '#contract/registry.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { type LiveQuestion, useLive } from '#src/sync/use-live.ts'
import { awaitOutcome, type CommandOutcome } from '../look/await-outcome.ts'
import { enqueue } from '../make/enqueue.ts'
import { problemWords } from './problem-words.ts'

/** A change that the server refused and that waits for its author, with the input. */
export interface RefusedCommand {
  id: string
  key: QueueKey
  input: Readonly<Record<string, unknown>>
  /** Its description in the queue. */
  label: string
  /** The server's message. */
  reason: string
  depends: readonly string[]
  /** Commands that it follows, unless one of them waits for a person. */
  after?: readonly string[]
  /** How far the server's clock was ahead when it was made, in milliseconds. */
  skewMs?: number | undefined
  /** It was made while the server could not be reached. */
  madeOffline: boolean
}

/** Returns a refused command by its id; undefined if no refused command has this id. */
export function useRefusedCommand(id: string): { refused: RefusedCommand | undefined; isLoading: boolean } {
  const { answer, isLoading } = useLive(refusedWith(id), id)
  return { refused: answer, isLoading }
}

function refusedWith(id: string): LiveQuestion<OutboxRow | undefined, RefusedCommand | undefined> {
  return {
    read: async ({ databases: { work } }) => {
      const row = await work.outbox.get(id)
      return row?.state === 'parked' ? row : undefined
    },
    open: async (row, { databases }) => {
      if (!row) return undefined
      const { body, lastError, call, depends, after, skewMs, isOffline } = await databases.outbox.open(row)
      return {
        id,
        key: call,
        input: body.input,
        label: body.label,
        reason: body.refusal?.message ?? (lastError ? problemWords(lastError) : ''),
        depends,
        ...(after && { after }),
        skewMs,
        madeOffline: isOffline === true,
      }
    },
  }
}

/** What a person typed, typed as the input of the call: the compiler checked it when it was queued. */
export const typedIn = <K extends QueueKey>({ input }: RefusedCommand, _key: K): QueueInput<K> =>
  input as unknown as QueueInput<K>

/** A refused change that was retried, discarded or corrected in the meantime. */
export class NoLongerRefusedError extends Error {
  constructor() {
    super('This change no longer waits for you: it was sent, corrected or discarded in the meantime.')
  }
}

export interface Successor {
  id: string
  outcome: CommandOutcome
}

/**
 * Sends a correction instead of a refused command and waits a moment for the answer. The refused one leaves the queue
 * in the same transaction and the server voids it too, so exactly one of the two counts; its dependencies and its
 * offline mark hold for the correction too. Throws NoLongerRefusedError, StorageFullError.
 */
export async function sendInPlaceOf<K extends QueueKey>(
  refused: RefusedCommand,
  key: K,
  input: QueueInput<K>,
): Promise<Successor> {
  const row = await getDevice().databases.work.outbox.get(refused.id)
  if (row?.state !== 'parked') throw new NoLongerRefusedError()
  const { label, depends, after = [], madeOffline } = refused
  const id = await enqueue(key, input, { label, depends, after, madeOffline, settles: [refused.id] })
  return { id, outcome: await awaitOutcome(id) }
}
