import { deliveryCalls } from '#contract/calls/delivery.ts'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { ApiError, commandRefusal } from '#src/sync/api/errors.ts'
import { everSentOf, takeOutOne } from '../make/take-out.ts'
import { outcomeOf } from '../settle/outcome.ts'
import { type SettlePorts, settleOutcome } from '../settle/settle.ts'

export interface DiscardPorts extends SettlePorts {
  call: Caller
}

/** `was_done`: the server had already run it. */
export type Discarded = 'gone' | 'was_done'

/**
 * Discards a command at its author's request; commands that built on its result now build on its base. One that may
 * have reached the server is voided there first, so that no late copy of it ever runs. If it had already taken effect,
 * it is settled as done. Throws OfflineError if the server cannot be reached, ApiError while the server is running it.
 */
export async function discardCommand(
  databases: Databases,
  ports: DiscardPorts,
  id: string,
): Promise<Discarded> {
  const { work } = databases
  if (await removeIf(work, id, (sent) => sent.length === 0)) return 'gone'
  const row = await work.outbox.get(id)
  if (!row) return 'gone'
  if (row.state === 'acked') return 'was_done'
  const voided = new Set(everSentOf(row))
  const { results } = await ports.call(deliveryCalls.void, { ids: [...voided] })
  const done = results.find((result) => !result.voided)
  if (done && !done.voided) return settleAsDone(databases, ports, id, done.answer)
  if (await removeIf(work, id, (sent) => sent.every((one) => voided.has(one)))) return 'gone'
  // It took effect, or replaced another command, during the request.
  return discardCommand(databases, ports, id)
}

/**
 * Settles a command that had already taken effect, itself or the predecessor that it should have replaced. Throws
 * ApiError while the server is still running it.
 */
async function settleAsDone(
  databases: Databases,
  ports: DiscardPorts,
  id: string,
  answer: CommandAnswer,
): Promise<Discarded> {
  const outcome = outcomeOf(answer)
  const command = await databases.outbox.find(id)
  if (command && outcome.kind === 'acked') await settleOutcome(databases, ports, command, outcome)
  // The server ran it and has forgotten the answer.
  else if (outcome.kind === 'parked') await removeIf(databases.work, id, () => true)
  else if (outcome.kind !== 'acked') throw new ApiError(answer.status, refusalOf(answer))
  return 'was_done'
}

const refusalOf = ({ body }: CommandAnswer) =>
  commandRefusal(body) ?? { code: 'in_progress' as const, message: ERROR_CODES.in_progress.message }

/** Removes the row if `isAllowed` accepts the ids under which it was ever sent; returns whether it did. */
async function removeIf(
  work: WorkDatabase,
  id: string,
  isAllowed: (everSent: string[]) => boolean,
): Promise<boolean> {
  return work.transaction('rw', work.outbox, work.overlay, work.drafts, async () => {
    const row = await work.outbox.get(id)
    if (!row || row.state === 'acked' || !isAllowed(everSentOf(row))) return false
    await takeOutOne(work, id)
    return true
  })
}
