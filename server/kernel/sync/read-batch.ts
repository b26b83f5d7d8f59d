import * as z from 'zod/mini'
import { Command, syncCalls } from '#contract/calls/sync.ts'
import type { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { fieldsOf, invalid } from '../http/read-input.ts'

/** A batch as it came: commands that can be read, and those that cannot, each with its own refusal. */
export interface Batch {
  deviceId: string
  commands: Command[]
  unreadable: { id: string; refusal: Refusal }[]
}

// The batch's own fields, and of each command just what an answer needs.
const Envelope = z.extend(syncCalls.commands.input, {
  commands: z.array(z.looseObject({ id: EntityId })).check(z.minLength(1), z.maxLength(50)),
})

/**
 * Reads a batch so that one bad command delays no other: it is answered 400 for itself, and only a batch whose commands
 * have no names is refused whole.
 */
export function readBatch(raw: Readonly<Record<string, unknown>>): Batch {
  const envelope = Envelope.safeParse(raw)
  if (!envelope.success) throw invalid(fieldsOf(envelope.error.issues))
  const batch: Batch = { deviceId: envelope.data.device_id, commands: [], unreadable: [] }
  for (const given of envelope.data.commands) {
    const command = Command.safeParse(given)
    if (command.success) batch.commands.push(command.data)
    else batch.unreadable.push({ id: given.id, refusal: invalid(fieldsOf(command.error.issues)) })
  }
  return batch
}
