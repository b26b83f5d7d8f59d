import { moduleLabel } from './application-modules.ts'
import type { Permission } from './permissions.ts'
import { ADMIN_ROLE_ID } from './role-rules.ts'
import type { SalesInvoiceScope, SalesReportScope } from './sales-scopes.ts'

/** The rights that a role grants. */
export interface RoleGrants {
  modules: readonly Permission[]
  salesReport: SalesReportScope
  salesInvoice: SalesInvoiceScope
}

/** A person who grants rights, with the rights they may grant. Administrators of a client hold all of them. */
export interface Granter extends Omit<RoleGrants, 'modules'> {
  isAdmin: boolean
  permissions: ReadonlySet<Permission>
  branchIds: readonly string[]
}

/** Modules, scopes and branches that somebody gets but the granter does not hold; all empty if there are none. */
export interface Beyond {
  modules: Permission[]
  salesReport: boolean
  salesInvoice: boolean
  branchIds: string[]
}

const NOTHING: Beyond = { modules: [], salesReport: false, salesInvoice: false, branchIds: [] }

/** True if the granter may grant a module. */
export const holds = ({ isAdmin, permissions }: Pick<Granter, 'isAdmin' | 'permissions'>, name: Permission) =>
  isAdmin || permissions.has(name)

/** The rights of a role that `granter` does not hold; rights that it `had` already may stay. */
export function roleBeyond(role: RoleGrants, had: RoleGrants | undefined, granter: Granter): Beyond {
  if (granter.isAdmin) return NOTHING
  return {
    ...NOTHING,
    modules: role.modules.filter((name) => !holds(granter, name) && had?.modules.includes(name) !== true),
    salesReport: !covers(granter.salesReport, role.salesReport) && had?.salesReport !== role.salesReport,
    salesInvoice: !covers(granter.salesInvoice, role.salesInvoice) && had?.salesInvoice !== role.salesInvoice,
  }
}

/** Of the branches that a person is given, those that `granter` does not hold; those that the person `had` may stay. */
export function branchesBeyond(given: readonly string[], had: readonly string[], granter: Granter): string[] {
  if (granter.isAdmin) return []
  return given.filter((id) => !granter.branchIds.includes(id) && !had.includes(id))
}

// All covers every scope; the others cover only themselves.
const covers = (held: string, given: string) => held === 'All' || held === given

/** The rights that somebody could gain by setting this person's password. */
export interface Reach {
  role: RoleGrants & { id: number }
  branchIds: readonly string[]
}

/** True if a person may do what `granter` may not: whoever sets their password could do it all. */
export function reachesBeyond({ role, branchIds }: Reach, granter: Granter): boolean {
  if (granter.isAdmin) return false
  return (
    role.id === ADMIN_ROLE_ID ||
    isBeyond(roleBeyond(role, undefined, granter)) ||
    branchesBeyond(branchIds, [], granter).length > 0
  )
}

/** True if anything is beyond the granter's rights. */
export const isBeyond = ({ modules, salesReport, salesInvoice, branchIds }: Beyond): boolean =>
  modules.length > 0 || salesReport || salesInvoice || branchIds.length > 0

/** Each broken rule of a role by field, in words for the form. */
export function beyondWords({ modules, salesReport, salesInvoice }: Beyond): Record<string, string> {
  return {
    ...(modules.length > 0 && {
      app_modules: `may hold what you may do yourself; not: ${modules.map(moduleLabel).join(', ')}`,
    }),
    ...(salesReport && { sales_report: 'may not be wider than your own' }),
    ...(salesInvoice && { sales_invoice: 'may not be wider than your own' }),
  }
}
