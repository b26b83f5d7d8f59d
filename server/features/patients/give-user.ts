import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'

/** Gives a patient the user of the portal. */
export async function giveUser(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  patientId: string,
  userId: string,
): Promise<void> {
  await tx
    .updateTable('patient')
    .set({ user_id: userId, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('id', '=', patientId)
    .execute()
}
