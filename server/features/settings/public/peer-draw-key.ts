import type { Tx } from '#server/kernel/context.ts'

/**
 * Keeps the client's key of the draw of readings. The revision stays: no form of settings shows it, and a form that is
 * open may be saved.
 */
export async function keepPeerDrawKey(tx: Tx, clientId: string, key: Buffer): Promise<void> {
  await tx
    .updateTable('client_setting')
    .set({ peer_draw_key: key })
    .where('client_id', '=', clientId)
    .execute()
}
