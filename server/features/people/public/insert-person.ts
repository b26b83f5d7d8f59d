import type { Insertable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { AppUser } from '#server/kernel/database/schema.ts'

/**
 * Inserts a person who is not entered in the form of users: a patient, or the first administrator of a client or of the
 * platform. The caller sets the login names, and announces a person of the staff.
 */
export async function insertPerson({ tx }: { tx: Tx }, person: Insertable<AppUser>): Promise<void> {
  await tx.insertInto('app_user').values(person).execute()
}
