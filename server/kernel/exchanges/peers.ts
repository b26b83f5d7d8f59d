import { sql, type Updateable } from 'kysely'
import type { ExchangeKind } from '#domain/exchange/kinds.ts'
import type { Tx } from '../context.ts'
import type { ExchangePeer } from '../database/schema.ts'

interface PeerKey {
  clientId: string
  id: string
}

/**
 * Restarts the silence count of a system of the log, and clears a current silence; returns its id, or undefined if
 * the log does not know it.
 */
export function countPeerFrom(
  tx: Tx,
  { clientId, kind, name }: { clientId: string; kind: ExchangeKind; name: string },
  from: Date,
): Promise<{ id: string } | undefined> {
  return tx
    .updateTable('exchange_peer')
    .set({ counts_from: from, silent_since: null })
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
}

/** Changes the name or the watch of a system of the log. The caller settles its alarm. */
export async function changePeer(
  tx: Tx,
  { clientId, id }: PeerKey,
  change: Pick<
    Updateable<ExchangePeer>,
    'name' | 'counts_from' | 'rest_days' | 'silent_after_hours' | 'silent_since'
  >,
): Promise<void> {
  await tx
    .updateTable('exchange_peer')
    .set(change)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

/** What was known of a system when its silence was counted. */
interface SeenPeer extends PeerKey {
  lastHeard: Date
  storedHours: number | null
  silentSince: Date | null
  countsFrom: Date | null
}

/**
 * Sets since when a system is silent, or clears it; returns false if the system was heard, reconfigured or notified
 * in the meantime.
 */
export async function setPeerSilence(
  tx: Tx,
  { clientId, id, lastHeard, storedHours, silentSince, countsFrom }: SeenPeer,
  isSilent: boolean,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update exchange_peer set silent_since = ${isSilent ? lastHeard : null}
    where client_id = ${clientId} and id = ${id}
      and silent_since is not distinct from ${silentSince}
      and silent_after_hours is not distinct from ${storedHours}
      and counts_from is not distinct from ${countsFrom}
      and (${!isSilent} or coalesce(last_contact, first_contact) = ${lastHeard})`.execute(tx)
  return numAffectedRows === 1n
}
