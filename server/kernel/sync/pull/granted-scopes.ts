import { STUDY_MODULES } from '#contract/kernel/modules.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
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
} from '#server/kernel/scopes.ts'

/** Modules that put the work of a branch or doctor on a device. */
const WORK_MODULES = [...STUDY_MODULES, 'appointment_system'] as const

/**
 * Returns the feed scopes that the caller may hold a copy of, in the order that a device wants them: masters, own
 * worklist, branches. Patients have no vault, so they get none; the platform's ADMIN gets only the platform's masters.
 */
export async function selectGrantedScopes(tx: Tx, caller: Caller): Promise<string[]> {
  if (caller.userType === 'PATIENT') return []
  const masters = [CLIENT_SCOPE, ...managedScopes(caller)]
  if (caller.userType === 'ADMIN') return masters
  const told = [userScope(caller.userId)]
  // If every module with studies or visits is switched off, devices drop their copies.
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
  // Records without a branch are for an administrator to assign.
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
