import * as z from 'zod/mini'
import { deliveryCalls, type SealedAnswer, SealedCommand } from '#contract/calls/delivery.ts'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import type { Caller } from '../api/caller.ts'

/** Maximum number of commands in one delivery (contract: sync/deliver). */
const STEP = 50

/** Each item is read by itself: a damaged one is reported, the others pass. */
const FileShape = z.object({
  format: z.literal('readroom-sealed'),
  version: z.literal(1),
  device_id: EntityId,
  items: z.array(z.unknown()),
})

/** The outcome for a file's items. `known`: the server already had them. `held`: their author must confirm them. */
export interface Imported {
  accepted: number
  known: number
  held: number
  refused: { id: string; reason: string }[]
}

/** The file is not one of ours, or it is incomplete. */
export class NotASealedFileError extends Error {
  constructor() {
    super('This is not a file of unsent changes, or it is damaged.')
    this.name = 'NotASealedFileError'
  }
}

/**
 * Delivers a file of sealed commands. The server refuses altered items, and the result lists them; a second import has
 * no effect. Throws NotASealedFileError, and OfflineError if the server cannot be reached.
 */
export async function importFile(call: Caller, text: string): Promise<Imported> {
  const file = FileShape.safeParse(parseJson(text))
  if (!file.success) throw new NotASealedFileError()
  const { device_id, items } = file.data
  const imported: Imported = { accepted: 0, known: 0, held: 0, refused: [] }
  const whole: SealedCommand[] = []
  for (const [at, item] of items.entries()) {
    const command = SealedCommand.safeParse(item)
    if (command.success) whole.push(command.data)
    else imported.refused.push({ id: idOf(item, at), reason: ERROR_CODES.bad_signature.message })
  }
  for (let at = 0; at < whole.length; at += STEP) {
    const batch = whole.slice(at, at + STEP)
    const { answers } = await call(deliveryCalls.deliver, { device_id, items: batch })
    const byId = new Map(answers.map((answer: SealedAnswer) => [answer.id, answer]))
    for (const { id } of batch) count(imported, id, byId.get(id))
  }
  return imported
}

function count(imported: Imported, id: string, answer: SealedAnswer | undefined): void {
  if (answer?.code === 'held') {
    imported.held += 1
  } else if (!answer || answer.status >= 300) {
    imported.refused.push({ id, reason: reasonOf(answer) })
  } else if (answer.replayed) {
    imported.known += 1
  } else {
    imported.accepted += 1
  }
}

const reasonOf = (answer: SealedAnswer | undefined) =>
  answer?.code ? ERROR_CODES[answer.code].message : ERROR_CODES.internal.message

function idOf(item: unknown, at: number): string {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
  return typeof id === 'string' ? id : `number ${at + 1}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
