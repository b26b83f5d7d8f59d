import type { deliveryCalls } from '#contract/calls/delivery.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { doneAnswer, refusedAnswer } from './answers.ts'
import { signReceipt } from './receipts.ts'
import { voidCommand } from './void.ts'

type Answer = OutputOf<typeof deliveryCalls.void>

/**
 * Takes commands back, each in its own transaction. Waits for one that is running; if that takes too long the whole
 * call is answered `in_progress`, and sending it again is harmless.
 */
export async function voidCommands(kernel: Kernel, caller: Caller, ids: readonly string[]): Promise<Answer> {
  const results: Answer['results'] = []
  for (const id of ids) results.push(await voidOne(kernel, caller, id))
  return { results }
}

async function voidOne(
  kernel: Kernel,
  { clientId, userId, deviceId }: Caller,
  id: string,
): Promise<Answer['results'][number]> {
  const { database, now } = kernel
  try {
    const replay = await database.tenant(clientId, (tx) =>
      voidCommand(tx, { clientId, userId, deviceId, commandId: id, at: now() }),
    )
    if (!replay) return { id, voided: true }
    const receipt = signReceipt(kernel, { clientId, userId, commandId: id }, replay)
    return { id, voided: false, answer: doneAnswer(id, { ...replay, replayed: true, receipt }) }
  } catch (error) {
    // It took effect, and its answer is forgotten.
    if (error instanceof Refusal && error.code === 'too_old')
      return { id, voided: false, answer: refusedAnswer(id, error) }
    throw error
  }
}
