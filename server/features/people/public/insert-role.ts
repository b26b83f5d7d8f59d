import type { Insertable } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import type { Role } from '#server/kernel/database/schema.ts'
import { PEOPLE_SCOPE } from '#server/kernel/scopes.ts'

/** Inserts a role that the server makes by itself, and announces it to people who manage users. Returns its uid. */
export async function insertRole(
  { tx, changed }: Pick<Context, 'tx' | 'changed'>,
  role: Insertable<Role>,
): Promise<string> {
  const { uid, rev } = await tx
    .insertInto('role')
    .values(role)
    .returning(['uid', 'rev'])
    .executeTakeFirstOrThrow()
  changed({ type: 'master', id: uid, rev, scopes: [PEOPLE_SCOPE] })
  return uid
}
