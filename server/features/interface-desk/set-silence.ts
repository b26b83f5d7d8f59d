import { sql } from 'kysely'
import type { interfaceCalls } from '#contract/calls/interfaces.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EXCHANGE_KIND_TABLE, type ExchangeKind } from '#domain/exchange/kinds.ts'
import type { Context } from '#server/kernel/context.ts'
import { changePeer } from '#server/kernel/exchanges/peers.ts'
import { settleSilence } from '../notifications/public/events.ts'

type SetInput = ParsedInputOf<typeof interfaceCalls.setSilence>

/**
 * Sets after how many open hours a system's silence is reported. A current silence is evaluated again by the next
 * run.
 */
export async function setSilence(
  { id, silent_after_hours: hours, rest_days: given }: SetInput,
  ctx: Context,
): Promise<OutputOf<typeof interfaceCalls.setSilence>> {
  const { clientId } = ctx.caller
  const { rows } = await sql<{ kind: ExchangeKind; hours: number | null; days: number[] }>`
    select kind, silent_after_hours as hours, rest_days as days from exchange_peer
    where client_id = ${clientId} and id = ${id} for update`.execute(ctx.tx)
  const [peer] = rows
  if (!peer) throw new Refusal('not_found')
  if (!EXCHANGE_KIND_TABLE[peer.kind].isHeard)
    throw new Refusal('invalid', undefined, {
      fields: { silent_after_hours: 'is for systems that are heard of their own accord' },
    })
  // An older form does not send rest days.
  const days = given?.toSorted((a, b) => a - b) ?? peer.days
  if (peer.hours === hours && peer.days.join() === days.join()) return { message: 'Saved' }
  const change = { silent_after_hours: hours, rest_days: days, silent_since: null }
  await changePeer(ctx.tx, { clientId, id }, change)
  await settleSilence(ctx, { clientId, id })
  await ctx.audit('save', 'exchange_peer', id, {
    silent_after_hours: hours,
    ...(given && { rest_days: days }),
  })
  return { message: 'Saved' }
}
