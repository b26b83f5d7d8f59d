import { sql } from 'kysely'
import { visitPartChanged } from '#server/features/visits/public/reading/announce-parts.ts'
import type { LockedVisit } from '#server/features/visits/public/write-store.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'

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
