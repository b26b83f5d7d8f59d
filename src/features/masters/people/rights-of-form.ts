import { findModule } from '#domain/access/application-modules.ts'
import { NO_RIGHTS, type Rights } from '#domain/access/rights-change.ts'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { hasBranches } from '#domain/access/user-rules.ts'
import type { Values } from '#src/ui/master/form-values.ts'

/** Returns the permissions of a role's form or record; an inactive role grants none. */
export function rightsOfRole(role: Values | undefined): Rights {
  if (!role || role.status === 0) return NO_RIGHTS
  const ids = (role.app_modules as readonly number[] | undefined) ?? []
  return {
    ...NO_RIGHTS,
    modules: ids.flatMap((id) => findModule(id) ?? []),
    salesReport: (role.sales_report as Rights['salesReport'] | undefined) ?? NO_RIGHTS.salesReport,
    salesInvoice: (role.sales_invoice as Rights['salesInvoice'] | undefined) ?? NO_RIGHTS.salesInvoice,
  }
}

/** Returns the permissions of a person's form or record; an inactive person has none. */
export function rightsOfUser(
  person: Values | undefined,
  roles: readonly Values[],
  branchName: (id: string) => string,
): Rights {
  if (!person || person.status === 0) return NO_RIGHTS
  const isReferrer = person.is_ref_doctor === 1
  const roleId = Number(person.role_id ?? 0)
  const mayHaveBranches = hasBranches({ role_id: roleId, is_ref_doctor: isReferrer ? 1 : 0 })
  const branches = (person.branch_ids as readonly string[] | undefined) ?? []
  return {
    ...rightsOfRole(roles.find(({ id }) => id === roleId)),
    branches: mayHaveBranches ? branches.map(branchName) : [],
    seesAllBranches: roleId === ADMIN_ROLE_ID,
    isDoctor: person.is_doctor === 1,
    isClinicDoctor: person.is_clinic_doctor === 1,
    isReferrer,
    canSign: person.can_sign === 1,
    viewsImagesOnly: person.ctrl_view_study_image_only === 1,
  }
}
