import type { Insertable } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'
import type { Role } from '#server/kernel/database/schema.ts'

/** Inserts a role that the server makes by itself. Devices of people who manage users learn of it from the caller. */
export async function insertRole({ tx }: { tx: Tx }, role: Insertable<Role>): Promise<void> {
  await tx.insertInto('role').values(role).execute()
}
