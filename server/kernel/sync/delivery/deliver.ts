import type { FastifyBaseLogger } from 'fastify'
import type { deliveryCalls, SealedAnswer, SealedCommand } from '#contract/calls/delivery.ts'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { type ErrorBody, Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { doneAnswer, getEndpoint, incomingOf, refusedAnswer } from '../commands/answers.ts'
import { loggedRefusal } from '../commands/commands.ts'
import { orderCommands } from '../commands/order-commands.ts'
import type { Batch } from '../commands/read-batch.ts'
import { type CommandOutcome, type IncomingCommand, runCommand } from '../commands/run-command.ts'
import { hasTakenEffect, holdCommand } from './hold.ts'
import { demandAuthor, openInput, type SealedDoor } from './open-sealed-command.ts'
import { countBadSignature, demandFewBadSignatures } from './signature-throttle.ts'

/** Where a batch of sealed commands came from. */
export interface Origin {
  address: string
  timeZone: string
}

/**
 * Runs sealed commands of any authors of one device (docs/sync.md#outbox): each as if its author had sent it now, with
 * the author's current rights, and with its own answer. Append-only: answers contain no record data.
 */
export async function deliver(
  kernel: Kernel,
  { deviceId, entries, unreadable }: Batch<SealedCommand>,
  { address, timeZone }: Origin,
  log: FastifyBaseLogger,
): Promise<OutputOf<typeof deliveryCalls.deliver>> {
  await demandFewBadSignatures(kernel, address, deviceId)
  const door: SealedDoor = { deviceId, address, authors: new Map() }
  const answers = unreadable.map(({ id, refusal }) => sealedAnswer(refusedAnswer(id, refusal)))
  const order = new Map(entries.map((item) => [item.id, item]))
  for (const { id } of orderCommands(entries.map(withAfter)))
    answers.push(sealedAnswer(await answerItem(kernel, door, order.get(id)!, timeZone, log)))
  if (answers.some(({ code }) => code === 'bad_signature')) await countBadSignature(kernel, address, deviceId)
  return { answers }
}

async function answerItem(
  kernel: Kernel,
  door: SealedDoor,
  item: SealedCommand,
  timeZone: string,
  log: FastifyBaseLogger,
): Promise<CommandAnswer> {
  try {
    return doneAnswer(item.id, await runSealed(kernel, door, item, timeZone))
  } catch (error) {
    return refusedAnswer(item.id, loggedRefusal(error, item.call, log))
  }
}

/** Runs one sealed command as its author; if it must not take effect by itself, holds it and throws `held`. */
export async function runSealed(
  kernel: Kernel,
  door: SealedDoor,
  item: SealedCommand,
  timeZone: string,
  more: Pick<IncomingCommand, 'door'> = {},
): Promise<CommandOutcome> {
  const { caller, hold, refusal } = await demandAuthor(kernel, door, item)
  const endpoint = getEndpoint(kernel, item)
  if (hold && !(await hasTakenEffect(kernel, item))) {
    await holdCommand(kernel, door.deviceId, item, hold)
    throw refusal ?? new Refusal('held')
  }
  const input = await openInput(kernel, item)
  const command = { ...incomingOf(withAfter(item), input, door.deviceId), ...more }
  return runCommand(kernel, { ...caller, timeZone }, endpoint, command)
}

/** Commands ahead of it in its delivery must have taken effect too. */
const withAfter = <Item extends Pick<SealedCommand, 'depends' | 'after'>>({
  depends,
  after,
  ...item
}: Item) => ({
  ...item,
  depends: after === undefined || depends.includes(after) ? depends : [...depends, after],
})

/**
 * Returns the answer that a device without a session may get: copied field by field, so that no other content
 * is included.
 */
export function sealedAnswer({
  id,
  status,
  replayed,
  pos,
  rev,
  flags,
  ran,
  receipt,
  body,
}: CommandAnswer): SealedAnswer {
  const answer = { id, status, replayed, pos, rev, flags, ran, receipt }
  if (status < 400) return answer
  const { code, retry_after } = body as ErrorBody
  return { ...answer, code, retry_after }
}
