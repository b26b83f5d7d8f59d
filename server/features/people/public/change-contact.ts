import { sql } from 'kysely'
import { fullName } from '#domain/access/user-kinds.ts'
import type { Tx } from '#server/kernel/context.ts'

interface Contact {
  fname: string
  lname: string
  mobile: string
  email: string
}

/**
 * Changes name and addresses of a person of any client, with the next revision. The caller sets the login names and
 * announces the person.
 */
export function changeContact(
  { tx }: { tx: Tx },
  { clientId, id }: { clientId: string; id: string },
  { fname, lname, mobile, email }: Contact,
): Promise<{ rev: number; username: string }> {
  return tx
    .updateTable('app_user')
    .set({ fname, lname, name: fullName(fname, lname), mobile, email, rev: sql<number>`rev + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(['rev', 'username'])
    .executeTakeFirstOrThrow()
}
