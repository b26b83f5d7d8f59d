import type { Caller, Tx } from '../context.ts'
import { branchScope, CLIENT_SCOPE, doctorScope, seesBranches } from '../scopes.ts'

/**
 * The scopes of the feed that the caller may hold a copy of, in the order in which a device wants them: masters, the
 * own worklist, branches. Patients have no vault and the platform's ADMIN reads no patient rows, so they get none.
 */
export async function selectGrantedScopes(tx: Tx, caller: Caller): Promise<string[]> {
  if (caller.userType !== 'CLIENT') return []
  const own = caller.isDoctor ? [doctorScope(caller.userId)] : []
  return [CLIENT_SCOPE, ...own, ...(await branchScopes(tx, caller))]
}

async function branchScopes(tx: Tx, caller: Caller): Promise<string[]> {
  if (!seesBranches(caller)) return []
  if (!caller.isClientAdmin) return caller.branchIds.map(branchScope)
  const branches = await tx
    .selectFrom('branch')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .orderBy('id')
    .execute()
  // A study that no branch is known for is an administrator's to place.
  return [...branches.map(({ id }) => branchScope(id)), branchScope(null)]
}
