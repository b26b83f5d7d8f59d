import { sql } from 'kysely'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { visitPartChanged } from '../visits/reading/announce-parts.ts'
import type { LockedVisit } from '../visits/write-store.ts'

/** Raises the revision of a receipt of a locked visit and announces it, so that devices fetch it once more. */
export async function announceReceiptAgain(
  work: Pick<Write, 'tx' | 'changed'>,
  visit: LockedVisit,
  receiptId: string,
): Promise<void> {
  const receipt = await work.tx
    .updateTable('receipt')
    .set({ rev: sql`rev + 1` })
    .where('client_id', '=', visit.client_id)
    .where('id', '=', receiptId)
    .returning(['id', 'rev'])
    .executeTakeFirstOrThrow()
  visitPartChanged(work, 'receipt', receipt, visit)
}
