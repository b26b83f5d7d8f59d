import type { Caller } from './context.ts'

/**
 * Scopes of the change feed (docs/sync.md#on-the-server). A record is in every scope whose holders may see it: `client`
 * for masters, `branch:<id>` and `branch:none` for studies and signed reports, `doctor:<id>` for the studies in one
 * doctor's own worklist and for drafts of writer and signer, `user:<id>` for records meant for one person only.
 */
export const CLIENT_SCOPE = 'client'
/** Masters for holders of manage_masters, and people for holders of manage_users (contract/masters `scope`). */
export const MASTERS_SCOPE = 'masters'
export const PEOPLE_SCOPE = 'people'
/**
 * People named in a booking, for front-desk staff. Patients belonged to it too, under the name `desk`, until they moved
 * to the scopes of their branches: devices drop that one.
 */
export const DESK_SCOPE = 'persons'
/** Returns the patients' scope of a branch; `patients:none` for patients without a branch. */
export const patientsScope = (branchId: string | null) => `patients:${branchId ?? 'none'}`
/**
 * Returns the scope of a branch's visits with their parts, and of its booking requests; `visits:none` for
 * those without a branch.
 */
export const visitsScope = (branchId: string | null) => `visits:${branchId ?? 'none'}`
export const branchScope = (branchId: string | null) => `branch:${branchId ?? 'none'}`
export const doctorScope = (userId: string) => `doctor:${userId}`
/** Returns the scope of one person's own records: notifications. */
export const userScope = (userId: string) => `user:${userId}`

/** Returns the branch whose studies, visits or patients are in the scope; undefined for other kinds of scope. */
export function branchOfScope(scope: string): string | undefined {
  const [kind, id] = scope.split(':')
  const isOfBranch = kind === 'branch' || kind === 'visits' || kind === 'patients'
  return isOfBranch && id !== 'none' ? id : undefined
}

/** Returns true if the caller works with the visits of branches: desk, examination queue, clinic doctors. */
export function seesVisits(caller: Caller): boolean {
  return (
    caller.mainModules.has('appointment_system') &&
    caller.userType === 'CLIENT' &&
    (caller.isClientAdmin ||
      caller.isClinicDoctor ||
      caller.permissions.has('appointments') ||
      caller.permissions.has('scan_worklist'))
  )
}

/** Returns true if the caller may look up patients. */
export function seesPatients(caller: Caller): boolean {
  return (
    seesVisits(caller) ||
    (caller.userType === 'CLIENT' && caller.permissions.has('view_patient_portal_patients'))
  )
}

/** Returns true if the caller sees the studies of whole branches and not only their own worklist. */
export function seesBranches(caller: Caller): boolean {
  return (
    caller.isClientAdmin ||
    caller.permissions.has('view_archives') ||
    caller.permissions.has('view_all_dr_worklist') ||
    caller.permissions.has('view_patient_portal_archives')
  )
}
