import type { Tx } from '../context.ts'
import type { FeedHead } from './resume.ts'

/** Where the client's feed stands in this snapshot; a client without changes is at its beginning. */
export async function selectHead(tx: Tx, clientId: string): Promise<FeedHead> {
  const row = await tx
    .selectFrom('feed_head')
    .select(['pos', 'floor'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ?? { pos: 0, floor: 0 }
}
