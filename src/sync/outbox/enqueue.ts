import type { Base } from '#contract/calls/sync.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import { getDevice } from '../current-device.ts'
import { enqueueCommand } from './enqueue-command.ts'

export interface EnqueueOptions {
  /** What it is, in a person's words; the queue shows it. */
  label: string
  /** The revision that the change was made on. */
  base?: Base
  /** Commands that must have taken effect before. */
  depends?: readonly string[]
  /** Commands that it goes after, unless a person must decide about them. */
  after?: readonly string[]
  /** Refused commands that this one takes the place of. */
  settles?: readonly string[]
  /** The app goes on without the answer; so it is too where what it takes the place of was made offline. */
  madeOffline?: boolean
}

/**
 * Keeps a change on this device and sends it as soon as the server can be reached. When the answer is there the change
 * is durable and shown everywhere on this device; returns the command's id.
 */
export async function enqueue<K extends QueueKey>(
  key: K,
  input: QueueInput<K>,
  options: EnqueueOptions,
): Promise<string> {
  const { databases, desk, wake } = getDevice()
  const id = await enqueueCommand(databases, desk, { key, input, ...options })
  wake()
  return id
}
