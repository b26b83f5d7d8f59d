import { deliveryCalls, type SealedAnswer, type SealedCommand } from '#contract/calls/delivery.ts'
import type { OutboxRow, VaultTerms, WorkDatabase } from '#src/db/work-database.ts'
import type { Caller } from '../api/caller.ts'
import type { DeliveryTransport } from '../outbox/send/transport.ts'
import { type Outcome, outcomeOfFailure, outcomeOfSealed } from '../outbox/settle/outcome.ts'
import { type Result, type SettlePorts, settleRows } from '../outbox/settle/settle-rows.ts'
import { isSealed, travelling } from './travelling.ts'

export interface SealedTransportPorts extends SettlePorts {
  call: Caller
  /** Called when a command took effect. */
  onEffect?: () => void
  /** Called when the author's device was revoked: its copies must be wiped. */
  onRevoked?: (terms: VaultTerms) => void
}

/**
 * The transport without key and session: sends the sealed copies to `sync/deliver` with their author's signatures.
 * Opens nothing of a command; keeps only status, code and revision of an answer.
 */
export function sealedTransport(
  work: WorkDatabase,
  terms: VaultTerms,
  ports: SealedTransportPorts,
): DeliveryTransport {
  return {
    carries: isSealed,
    deliver: async (rows, signal) => {
      const call: Caller = (target, input) => ports.call(target, input, { signal })
      const outcomes = await deliverSealed(call, terms.deviceId, travelling(terms, rows))
      if (outcomes.some(isRevoked)) ports.onRevoked?.(terms)
      const results = rows.map((row, at) => resultOf(row, outcomes[at] ?? LOST))
      await settleRows(work, ports, results)
      if (outcomes.some(({ kind }) => kind === 'acked')) ports.onEffect?.()
      return outcomes
    },
  }
}

// A server that leaves a command unanswered has not refused it.
const LOST: Outcome = { kind: 'again', error: { kind: 'server', status: undefined, code: undefined } }

/** Delivers signed commands; returns their outcomes. Halves a refused delivery until the faulty command is alone. */
async function deliverSealed(call: Caller, deviceId: string, items: SealedCommand[]): Promise<Outcome[]> {
  try {
    const { answers } = await call(deliveryCalls.deliver, { device_id: deviceId, items })
    const byId = new Map(answers.map((answer: SealedAnswer) => [answer.id, answer]))
    return items.map(({ id }) => {
      const answer = byId.get(id)
      return answer ? outcomeOfSealed(answer) : LOST
    })
  } catch (problem) {
    const outcome = outcomeOfFailure(problem, items.length === 1)
    if (outcome !== 'split') return items.map(() => outcome)
    const middle = Math.ceil(items.length / 2)
    const first = await deliverSealed(call, deviceId, items.slice(0, middle))
    return [...first, ...(await deliverSealed(call, deviceId, items.slice(middle)))]
  }
}

function resultOf(row: OutboxRow, outcome: Outcome): Result {
  if (outcome.kind !== 'ran') return { row, outcome }
  // Only its author's page can turn the edit into a new command: until then it is not sent this way again.
  const error = { kind: 'session', status: undefined, code: undefined } as const
  return { row, outcome: { kind: 'session', error }, dropSealed: true }
}

const isRevoked = (outcome: Outcome) => outcome.kind === 'session' && outcome.error.code === 'device_revoked'
