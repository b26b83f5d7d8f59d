import * as z from 'zod/mini'
import { deliveryCalls, SealedCommand } from '#contract/calls/delivery.ts'
import { Command, syncCalls } from '#contract/calls/sync.ts'
import type { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { fieldsOf, invalid } from '#server/kernel/http/read-input.ts'

/** A received batch: readable entries, and unreadable ones, each with its own refusal. */
export interface Batch<Entry> {
  deviceId: string
  entries: Entry[]
  unreadable: { id: string; refusal: Refusal }[]
}

type Raw = Readonly<Record<string, unknown>>

// The batch's own fields, and only those fields of each entry that an answer needs.
const Named = z.array(z.looseObject({ id: EntityId })).check(z.minLength(1), z.maxLength(50))
const Commands = z.extend(syncCalls.commands.input, { commands: Named })
const Items = z.extend(deliveryCalls.deliver.input, { items: Named })

/**
 * Reads a batch so that one bad command does not delay others: it gets its own 400, and only a batch whose commands
 * have no ids is refused as a whole.
 */
export function readBatch(raw: Raw): Batch<Command> {
  const { device_id, commands } = parseEnvelope(Commands, raw)
  return { deviceId: device_id, ...readEach(Command, commands) }
}

/** Reads a batch of sealed commands in the same way. */
export function readSealedBatch(raw: Raw): Batch<SealedCommand> {
  const { device_id, items } = parseEnvelope(Items, raw)
  return { deviceId: device_id, ...readEach(SealedCommand, items) }
}

function parseEnvelope<Schema extends z.ZodMiniType>(schema: Schema, raw: Raw): z.output<Schema> {
  const envelope = schema.safeParse(raw)
  if (!envelope.success) throw invalid(fieldsOf(envelope.error.issues))
  return envelope.data
}

function readEach<Schema extends z.ZodMiniType>(
  schema: Schema,
  given: readonly { id: string }[],
): Pick<Batch<z.output<Schema>>, 'entries' | 'unreadable'> {
  const entries: z.output<Schema>[] = []
  const unreadable: { id: string; refusal: Refusal }[] = []
  for (const one of given) {
    const entry = schema.safeParse(one)
    if (entry.success) entries.push(entry.data)
    else unreadable.push({ id: one.id, refusal: invalid(fieldsOf(entry.error.issues)) })
  }
  return { entries, unreadable }
}
