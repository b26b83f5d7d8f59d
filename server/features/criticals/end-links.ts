import type { Context } from '#server/kernel/context.ts'
import type { StoredCritical } from './public/store.ts'

/** Invalidates the unused links of a record. */
export async function endLinks(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { client_id, id }: Pick<StoredCritical, 'client_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('critical_link')
    .set({ revoked: now })
    .where('client_id', '=', client_id)
    .where('critical_id', '=', id)
    .where('used_on', 'is', null)
    .where('revoked', 'is', null)
    .execute()
}
