import * as z from 'zod/mini'
import { SYNCED_RECORDS } from '#contract/records/records.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import { type Confirmed, keepAllConfirmed } from '#src/sync/pull/copies.ts'
import type { Delivered } from '../send/deliver.ts'
import type { Outcome } from './outcome.ts'
import { rebaseCommand, type Signing } from './rebase-command.ts'
import { type Result, type SettlePorts as RowPorts, type Settling, settleRows } from './settle-rows.ts'

const Answer = z.object({ result: z.record(z.string(), z.unknown()) })

/** Ports for settling; a command that gets another id is sealed and signed again. */
export interface SettlePorts extends RowPorts, Signing {}

/**
 * Writes the outcome of a delivery. Copies first, acknowledgements second: if the page dies in between, the commands
 * are sent again and get their first answers again.
 */
export async function settleDelivered(
  databases: Databases,
  ports: SettlePorts,
  delivered: Delivered,
): Promise<void> {
  await keepAllConfirmed(
    databases,
    delivered.flatMap(({ outcome }) => confirmedBy(outcome)),
  )
  const results = await Promise.all(
    delivered.flatMap(({ command, outcome }) =>
      outcome.kind === 'ran' ? [] : [resultOf(databases, command, outcome)],
    ),
  )
  await settleRows(databases.work, ports, results)
  for (const { command, outcome } of delivered)
    if (outcome.kind === 'ran') await rebaseCommand(databases, ports, command, outcome)
}

/** The same for one command. */
export async function settleOutcome(
  databases: Databases,
  ports: SettlePorts,
  command: OpenCommand,
  outcome: Outcome,
): Promise<void> {
  await settleDelivered(databases, ports, [{ command, outcome }])
}

async function resultOf({ outbox }: Databases, row: OpenCommand, outcome: Settling): Promise<Result> {
  if (outcome.kind === 'acked') return { row, outcome, held: revisionsOf(confirmedBy(outcome)) }
  if (outcome.kind !== 'parked') return { row, outcome }
  // A refusal message may reveal details of the record: it is sealed like the input.
  const { e } = await outbox.seal({ ...row, body: { ...row.body, refusal: outcome.refusal } })
  return { row, outcome, e }
}

/** Returns the records that the answer to a queued call carries, by the names that their declarations give. */
function confirmedBy(outcome: Outcome): Confirmed[] {
  if (outcome.kind !== 'acked' && outcome.kind !== 'ran') return []
  const parsed = Answer.safeParse(outcome.answer.body)
  if (!parsed.success) return []
  return SYNCED_RECORDS.flatMap(({ type, answer, body }) => {
    const carried = answer && parsed.data.result[answer]
    const bodies = Array.isArray(carried) ? carried : carried ? [carried] : []
    return bodies.flatMap((one: unknown) => {
      const row = body.safeParse(one)
      return row.success ? [{ type, body: row.data } as Confirmed] : []
    })
  })
}

const revisionsOf = (confirmed: readonly Confirmed[]): Map<string, number> =>
  new Map(confirmed.map(({ type, body }) => [`${type}/${body.id}`, body.rev]))
