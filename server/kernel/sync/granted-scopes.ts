import { STUDY_MODULES } from '#contract/kernel/modules.ts'
import type { Caller, Tx } from '../context.ts'
import {
  branchScope,
  CLIENT_SCOPE,
  DESK_SCOPE,
  doctorScope,
  MASTERS_SCOPE,
  PEOPLE_SCOPE,
  patientsScope,
  seesBranches,
  seesPatients,
  seesVisits,
  userScope,
  visitsScope,
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
  const told = [userScope(caller.userId)]
  // Where every module with studies or visits is switched off, their copies leave the devices.
  if (!WORK_MODULES.some((module) => caller.mainModules.has(module))) return [...masters, ...told]
  const own = caller.isDoctor ? [doctorScope(caller.userId)] : []
  const desk = seesPatients(caller) ? [DESK_SCOPE] : []
  return [...masters, ...told, ...own, ...desk, ...(await branchScopes(tx, caller))]
}

const managedScopes = ({ permissions }: Caller) => [
  ...(permissions.has('manage_masters') ? [MASTERS_SCOPE] : []),
  ...(permissions.has('manage_users') ? [PEOPLE_SCOPE] : []),
]

async function branchScopes(tx: Tx, caller: Caller): Promise<string[]> {
  const kinds = [
    ...(seesPatients(caller) ? [patientsScope] : []),
    ...(seesVisits(caller) ? [visitsScope] : []),
    ...(seesBranches(caller) ? [branchScope] : []),
  ]
  if (kinds.length === 0) return []
  // What no branch is known for is an administrator's to place.
  const branches = caller.isClientAdmin ? [...(await selectBranches(tx, caller)), null] : caller.branchIds
  return kinds.flatMap((scopeOf) => branches.map(scopeOf))
}

async function selectBranches(tx: Tx, caller: Caller): Promise<string[]> {
  const branches = await tx
    .selectFrom('branch')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .orderBy('id')
    .execute()
  return branches.map(({ id }) => id)
}
