import type { ExchangeKind } from '#domain/exchange/kinds.ts'
import { settleSilence } from '#server/features/notifications/public/events.ts'
import type { Context } from '#server/kernel/context.ts'
import { countPeerFrom } from '#server/kernel/exchanges/peers.ts'

/**
 * Restarts the silence count of a system that was activated or renamed, and clears a current silence
 * (docs/decisions/341). Does nothing if the log does not know the system.
 */
export async function countFromNow(
  ctx: Context,
  { kind, name }: { kind: ExchangeKind; name: string },
): Promise<void> {
  const { clientId } = ctx.caller
  const peer = await countPeerFrom(ctx.tx, { clientId, kind, name }, ctx.now)
  if (peer) await settleSilence(ctx, { clientId, id: peer.id })
}
