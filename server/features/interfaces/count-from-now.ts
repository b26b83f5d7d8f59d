import type { ExchangeKind } from '#domain/exchange/kinds.ts'
import type { Context } from '#server/kernel/context.ts'
import { settleSilence } from '../notifications/events.ts'

/**
 * A system was switched on, or came to have this name: its silence counts from now, and one that stands is forgotten
 * (docs/decisions/341). Nothing where the log does not know it.
 */
export async function countFromNow(
  ctx: Context,
  { kind, name }: { kind: ExchangeKind; name: string },
): Promise<void> {
  const { clientId } = ctx.caller
  const peer = await ctx.tx
    .updateTable('exchange_peer')
    .set({ counts_from: ctx.now, silent_since: null })
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  if (peer) await settleSilence(ctx, { clientId, id: peer.id })
}
