import type { AccessSession } from '#domain/access/rules.ts'
import type { Caller } from '../context.ts'

/**
 * Returns the caller in the form that the shared rules of domain/access check, so that the server refuses
 * what a device hides.
 */
export function accessOf(caller: Caller): AccessSession {
  const flag = (value: boolean) => (value ? 1 : 0)
  return {
    user_type: caller.userType,
    modules: [...caller.permissions],
    main_modules: [...caller.mainModules],
    is_patient: flag(caller.userType === 'PATIENT'),
    is_ref_doctor: flag(caller.isRefDoctor),
    is_doctor: flag(caller.isDoctor),
    is_clinic_doctor: flag(caller.isClinicDoctor),
    is_client_admin: flag(caller.isClientAdmin),
    can_create_branch: flag(caller.canCreateBranch),
    pacs_used: caller.pacsUsed,
  }
}
