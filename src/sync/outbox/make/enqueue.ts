import type { Base } from '#contract/calls/sync.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { enqueueCommand } from './enqueue-command.ts'

export interface EnqueueOptions {
  /** Describes it in plain words; the queue shows it. */
  label: string
  /** The revision that the change was made on. */
  base?: Base
  /** Commands that must have taken effect before this one. */
  depends?: readonly string[]
  /** Commands that it follows, unless one of them waits for a person. */
  after?: readonly string[]
  /** Refused commands that this one replaces. */
  settles?: readonly string[]
  /** The app continues without the answer; also true if the command that it replaces was made offline. */
  madeOffline?: boolean
}

/**
 * Stores a change on this device and sends it as soon as the server can be reached. Once it resolves, the change is
 * durable and shown everywhere on this device. Returns the command's id.
 */
export async function enqueue<K extends QueueKey>(
  key: K,
  input: QueueInput<K>,
  options: EnqueueOptions,
): Promise<string> {
  const { databases, author, wake } = getDevice()
  const id = await enqueueCommand(databases, author, { key, input, ...options })
  wake()
  return id
}
