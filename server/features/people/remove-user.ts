import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { user } from '#contract/masters/user.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import type { StoredRow } from '#server/masters/hooks.ts'
import { demandWrite } from '#server/masters/rights.ts'
import { lockRow } from '#server/masters/store.ts'
import { demandKinds, demandNotAbove, findRole } from './grant-checks.ts'
import { announceUser, demandAnotherAdmin, endSessions, setLoginNames } from './public/user-access.ts'
import { kindOf, mountedUsers } from './user-hooks.ts'

/**
 * Hides a person: ends the sessions at once and frees the user name; past actions keep the person's name. Throws for
 * the own account and for the last administrator.
 */
export async function removeUser(id: string, ctx: Context): Promise<void> {
  demandWrite(mountedUsers.master, ctx.caller)
  const row = await lockRow(ctx.tx, mountedUsers, ctx.caller, id)
  if (!row) throw new Refusal('not_found')
  demandKinds(ctx.caller, kindOf(row))
  demandNotAbove(ctx.caller, await findRole(ctx, row.role_id as number), row.branch_ids as string[])
  if (id === ctx.caller.userId) throw new Refusal('refused', 'You cannot delete your own account.')
  if (row.role_id === ADMIN_ROLE_ID) await demandAnotherAdmin(ctx, id)
  const { rows } = await sql<StoredRow>`update app_user set hidden = ${ctx.now}, active = false, rev = rev + 1
    where client_id = ${ctx.caller.clientId} and id = ${id} returning *`.execute(ctx.tx)
  await setLoginNames(ctx, { id, username: '', email: '' })
  await endSessions(ctx, id, 'dismissed')
  announceUser(ctx, row, rows[0] as StoredRow)
  await ctx.audit('delete', user.key, id, { rev: row.rev + 1 })
}
