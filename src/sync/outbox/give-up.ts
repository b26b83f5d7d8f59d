import { deliveryCalls } from '#contract/calls/delivery.ts'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import { ApiError, findErrorBody } from '../api/errors.ts'
import { outcomeOf } from './outcome.ts'
import { type SettlePorts, settleOutcome } from './settle.ts'
import { everSentOf, takeOutOne } from './take-out.ts'

export interface GiveUpPorts extends SettlePorts {
  call: Caller
}

/** `was_done`: the server had taken it already; it stands there. */
export type GivenUp = 'gone' | 'was_done'

/**
 * Takes a command out at its person's wish; what went on from its result now goes on from what it was based on. One
 * that may have reached the server is taken back there first, so that no late copy of it ever runs: throws OfflineError
 * where the server cannot be asked, ApiError where it is at it right now. If it had taken effect, it is settled as what it is: done.
 */
export async function giveUpIn(databases: Databases, ports: GiveUpPorts, id: string): Promise<GivenUp> {
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
  // It took effect, or the place of another one, while the server was asked.
  return giveUpIn(databases, ports, id)
}

/**
 * The command, or the forerunner that an edit should have taken the place of, had taken effect: then nothing is left to
 * be taken back. Throws ApiError where the server is still at it.
 */
async function settleAsDone(
  databases: Databases,
  ports: GiveUpPorts,
  id: string,
  answer: CommandAnswer,
): Promise<GivenUp> {
  const outcome = outcomeOf(answer)
  const command = await databases.outbox.find(id)
  if (command && outcome.kind === 'acked') await settleOutcome(databases, ports, command, outcome)
  // Forgotten by the server, but done: nothing more is known of it.
  else if (outcome.kind === 'parked') await removeIf(databases.work, id, () => true)
  else if (outcome.kind !== 'acked') throw new ApiError(answer.status, refusalOf(answer))
  return 'was_done'
}

const refusalOf = ({ body }: CommandAnswer) =>
  findErrorBody(body) ?? { code: 'in_progress' as const, message: ERROR_CODES.in_progress.message }

/** Takes the row out if what of it was ever sent allows it; returns whether it did. */
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
