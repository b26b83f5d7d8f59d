import { deliveryCalls } from '#contract/calls/delivery.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import { outcomeOf } from './outcome.ts'
import { type SettlePorts, settleOutcome } from './settle.ts'
import { everSentOf, takeOut } from './take-out.ts'

export interface GiveUpPorts extends SettlePorts {
  call: Caller
}

/** `was_done`: the server had taken it already; it stands there. */
export type GivenUp = 'gone' | 'was_done'

/**
 * Takes a command out at its person's wish; what went on from its result now goes on from what it was based on. One
 * that may have reached the server is taken back there first, so that no late copy of it ever runs: throws OfflineError
 * where the server cannot be asked. If it had taken effect, it is settled as what it is: done.
 */
export async function giveUpIn(databases: Databases, ports: GiveUpPorts, id: string): Promise<GivenUp> {
  const { work } = databases
  if (await removeIf(work, id, (sent) => sent.length === 0)) return 'gone'
  const row = await work.outbox.get(id)
  if (!row) return 'gone'
  if (row.state === 'acked') return 'was_done'
  const voided = new Set(everSentOf(row))
  const { results } = await ports.call(deliveryCalls.void, { ids: [...voided] })
  for (const result of results) {
    if (result.voided) continue
    const outcome = outcomeOf(result.answer)
    const command = await databases.outbox.find(id)
    if (!command || outcome.kind !== 'acked') continue
    // Where an edit's forerunner had taken effect, the edit has nothing left to take the place of, and goes.
    await settleOutcome(databases, ports, command, outcome)
    return 'was_done'
  }
  if (await removeIf(work, id, (sent) => sent.every((one) => voided.has(one)))) return 'gone'
  // It took effect, or the place of another one, while the server was asked.
  return giveUpIn(databases, ports, id)
}

/** Takes the row out if what of it was ever sent allows it; answers whether it did. */
async function removeIf(
  work: WorkDatabase,
  id: string,
  isAllowed: (everSent: string[]) => boolean,
): Promise<boolean> {
  return work.transaction('rw', work.outbox, work.overlay, work.drafts, async () => {
    const row = await work.outbox.get(id)
    if (!row || row.state === 'acked' || !isAllowed(everSentOf(row))) return false
    await takeOut(work, [id])
    await work.drafts.filter(({ command }) => command === id).modify({ command: undefined })
    return true
  })
}
