import type { ExchangeKind } from '#domain/exchange/kinds.ts'
import { settleSilence } from '#server/features/notifications/public/events.ts'
import type { Context } from '#server/kernel/context.ts'
import { changePeer } from '#server/kernel/exchanges/peers.ts'

/** A client's system that the log knows by its name. */
interface RenamedPeer {
  kind: ExchangeKind
  from: string
  to: string
}

/**
 * Renames a system of the log together with its record, keeping its rows and its alarm. If the log already knows a
 * system of the new name, that one takes over the alarm, and the old one is no longer watched.
 */
export async function renamePeer(ctx: Context, { kind, from, to }: RenamedPeer): Promise<void> {
  const { clientId } = ctx.caller
  const peers = await ctx.tx
    .selectFrom('exchange_peer')
    .select(['id', 'name', 'silent_after_hours', 'rest_days'])
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('name', 'in', [from, to])
    .orderBy('id')
    .forUpdate()
    .execute()
  const [old, other] = [from, to].map((name) => peers.find((peer) => peer.name === name))
  if (!old || from === to) return
  const change = (
    id: string,
    set:
      | { name: string; counts_from: Date }
      | { silent_after_hours: number; rest_days: number[]; silent_since: null; counts_from: Date }
      | { silent_after_hours: null; silent_since: null },
  ) => changePeer(ctx.tx, { clientId, id }, set)
  if (!other) {
    await change(old.id, { name: to, counts_from: ctx.now })
    return
  }
  if (old.silent_after_hours === null) return
  await change(other.id, {
    silent_after_hours: old.silent_after_hours,
    rest_days: old.rest_days,
    silent_since: null,
    // Earlier contacts of that system say nothing about the one that has its name now.
    counts_from: ctx.now,
  })
  await change(old.id, { silent_after_hours: null, silent_since: null })
  for (const { id } of peers) await settleSilence(ctx, { clientId, id })
}
