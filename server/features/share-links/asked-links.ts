import type { Write } from '#server/kernel/sync/feed/write.ts'

/**
 * Revokes the links to these studies that a patient requested; nobody of the staff created them. Links are not on
 * devices, so nothing is announced.
 */
export async function revokeAskedLinks(
  { tx, now, caller }: Pick<Write, 'tx' | 'now'> & { caller: { userId: string } | undefined },
  clientId: string,
  studyIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('share_link')
    .set({ revoked: now, revoked_by: caller?.userId ?? null })
    .where('client_id', '=', clientId)
    .where('study_id', 'in', [...studyIds])
    .where('created_by', 'is', null)
    .where('revoked', 'is', null)
    .execute()
}
