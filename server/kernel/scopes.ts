import type { Caller } from './context.ts'

/**
 * Scopes of the change feed (docs/sync.md#on-the-server). A record stands in every scope whose holders may see it:
 * `client` for masters, `branch:<id>` and `branch:none` for studies and signed reports, `doctor:<id>` for the
 * studies of one doctor's own worklist and for drafts of writer and signer, `user:<id>` for what one person alone is told.
 */
export const CLIENT_SCOPE = 'client'
/** Masters for who holds manage_masters, and people for who holds manage_users (contract/masters `scope`). */
export const MASTERS_SCOPE = 'masters'
export const PEOPLE_SCOPE = 'people'
/**
 * The people that a booking names, for who works at a front desk. Until patients stood in scopes of their branches they
 * were of it too, under the name `desk`: devices let go of that one.
 */
export const DESK_SCOPE = 'persons'
/** Patients of a branch; `patients:none` of those whom no branch knows. */
export const patientsScope = (branchId: string | null) => `patients:${branchId ?? 'none'}`
/** Visits of a branch with what stands with them, and its booking requests; `visits:none` of those without a branch. */
export const visitsScope = (branchId: string | null) => `visits:${branchId ?? 'none'}`
export const branchScope = (branchId: string | null) => `branch:${branchId ?? 'none'}`
export const doctorScope = (userId: string) => `doctor:${userId}`
/** What is one person's own: notifications. */
export const userScope = (userId: string) => `user:${userId}`

/** The branch whose studies, visits or patients stand in the scope, or undefined where it is another kind of scope. */
export function branchOfScope(scope: string): string | undefined {
  const [kind, id] = scope.split(':')
  const isOfBranch = kind === 'branch' || kind === 'visits' || kind === 'patients'
  return isOfBranch && id !== 'none' ? id : undefined
}

/** True where the caller works with the visits of branches: desk, examination queue, clinic doctors. */
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

/** True where the caller may look patients up. */
export function seesPatients(caller: Caller): boolean {
  return (
    seesVisits(caller) ||
    (caller.userType === 'CLIENT' && caller.permissions.has('view_patient_portal_patients'))
  )
}

/** True where the caller sees the studies of whole branches and not only the own worklist. */
export function seesBranches(caller: Caller): boolean {
  return (
    caller.isClientAdmin ||
    caller.permissions.has('view_archives') ||
    caller.permissions.has('view_all_dr_worklist') ||
    caller.permissions.has('view_patient_portal_archives')
  )
}
