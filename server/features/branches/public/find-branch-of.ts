import type { Caller, Tx } from '#server/kernel/context.ts'

/** Returns a branch with its time zone, or undefined if it is not one of the caller's branches. */
export async function findBranchOf(tx: Tx, caller: Caller, id: string) {
  if (!caller.isClientAdmin && !caller.branchIds.includes(id)) return undefined
  return tx
    .selectFrom('branch')
    .select(['id', 'name', 'time_zone'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}
