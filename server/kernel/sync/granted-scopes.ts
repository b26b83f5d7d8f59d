import { STUDY_MODULES } from '#contract/kernel/modules.ts'
import type { Caller, Tx } from '../context.ts'
import {
  branchScope,
  CLIENT_SCOPE,
  doctorScope,
  MASTERS_SCOPE,
  PEOPLE_SCOPE,
  seesBranches,
} from '../scopes.ts'

/** What brings the work of a branch or doctor to a device. */
const WORK_MODULES = [...STUDY_MODULES, 'appointment_system'] as const

/**
 * The scopes of the feed that the caller may hold a copy of, in the order in which a device wants them: masters, the
 * own worklist, branches. Patients have no vault, so they get none; the platform's ADMIN gets the platform's masters and
 * nothing else.
 */
export async function selectGrantedScopes(tx: Tx, caller: Caller): Promise<string[]> {
  if (caller.userType === 'PATIENT') return []
  const masters = [CLIENT_SCOPE, ...managedScopes(caller)]
  if (caller.userType === 'ADMIN') return masters
  // Where every module with studies or visits is switched off, their copies leave the devices.
  if (!WORK_MODULES.some((module) => caller.mainModules.has(module))) return masters
  const own = caller.isDoctor ? [doctorScope(caller.userId)] : []
  return [...masters, ...own, ...(await branchScopes(tx, caller))]
}

const managedScopes = ({ permissions }: Caller) => [
  ...(permissions.has('manage_masters') ? [MASTERS_SCOPE] : []),
  ...(permissions.has('manage_users') ? [PEOPLE_SCOPE] : []),
]

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
