import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { deskVisits } from '#server/kernel/auth/sales-scope.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

/** Throws if the caller may read neither visits nor sales. */
export function demandCreators({ permissions }: Caller): void {
  if (!permissions.has('appointments') && !permissions.has('sales_report')) throw new Refusal('not_permitted')
}

/**
 * Selects the people who booked visits at the reader's branches, by name. With `ownOnly`, a role limited to the sales
 * of its own visits gets only itself.
 */
export async function listCreators({ tx, caller }: Context, ownOnly: boolean) {
  demandCreators(caller)
  const isOwn = ownOnly && caller.salesReport === 'Self_Created_Only'
  const visits = deskVisits(tx, caller).where(sql.ref('v.created_by'), '=', sql.ref('u.id')).select('v.id')
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from app_user u
    where u.client_id = ${caller.clientId} and (${!isOwn} or u.id = ${caller.userId}) and exists ${visits}
    order by lower(u.name), u.id`.execute(tx)
  return rows
}
