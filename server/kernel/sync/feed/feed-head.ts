import type { Tx } from '#server/kernel/context.ts'
import type { FeedHead } from '../pull/resume.ts'

/** Returns the end of the client's feed in this snapshot; a client without changes is at 0. */
export async function selectHead(tx: Tx, clientId: string): Promise<FeedHead> {
  const row = await tx
    .selectFrom('feed_head')
    .select(['pos', 'floor'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ?? { pos: 0, floor: 0 }
}
