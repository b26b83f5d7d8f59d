import type { Context } from '#server/kernel/context.ts'

/** Replaces the caller's password hash; returns false if the stored one is another by now. */
export async function replacePassword(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ password_hash: to })
    .where('client_id', '=', caller.clientId)
    .where('id', '=', caller.userId)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
