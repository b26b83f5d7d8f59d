import { moduleLabel } from './application-modules.ts'
import type { Permission } from './permissions.ts'
import { ADMIN_ROLE_ID } from './role-rules.ts'
import type { SalesInvoiceScope, SalesReportScope } from './sales-scopes.ts'

/** What a role gives. */
export interface RoleGrants {
  modules: readonly Permission[]
  salesReport: SalesReportScope
  salesInvoice: SalesInvoiceScope
}

/** Who grants, with what is theirs to give. Administrators of a client hold all of it. */
export interface Granter extends Omit<RoleGrants, 'modules'> {
  isAdmin: boolean
  permissions: ReadonlySet<Permission>
  branchIds: readonly string[]
}

/** Modules, scopes and branches that somebody gets and the granter does not hold; all empty where nothing is. */
export interface Beyond {
  modules: Permission[]
  salesReport: boolean
  salesInvoice: boolean
  branchIds: string[]
}

const NOTHING: Beyond = { modules: [], salesReport: false, salesInvoice: false, branchIds: [] }

/** True where a module is the granter's to give. */
export const holds = ({ isAdmin, permissions }: Pick<Granter, 'isAdmin' | 'permissions'>, name: Permission) =>
  isAdmin || permissions.has(name)

/** Of what a role gives, that which `granter` does not hold; what it `had` already may stay. */
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

// All holds every scope; the others hold themselves alone.
const covers = (held: string, given: string) => held === 'All' || held === given

/** A person as far as somebody else could act as them by setting their password. */
export interface Reach {
  role: RoleGrants & { id: number }
  branchIds: readonly string[]
}

/** True where a person may do what `granter` may not: whoever could set their password would hold it all. */
export function reachesBeyond({ role, branchIds }: Reach, granter: Granter): boolean {
  if (granter.isAdmin) return false
  return (
    role.id === ADMIN_ROLE_ID ||
    isBeyond(roleBeyond(role, undefined, granter)) ||
    branchesBeyond(branchIds, [], granter).length > 0
  )
}

/** True where anything is beyond. */
export const isBeyond = ({ modules, salesReport, salesInvoice, branchIds }: Beyond): boolean =>
  modules.length > 0 || salesReport || salesInvoice || branchIds.length > 0

/** Each broken rule of a role by its field, in words for the form. */
export function beyondWords({ modules, salesReport, salesInvoice }: Beyond): Record<string, string> {
  return {
    ...(modules.length > 0 && {
      app_modules: `may hold what you may do yourself; not: ${modules.map(moduleLabel).join(', ')}`,
    }),
    ...(salesReport && { sales_report: 'may not be wider than your own' }),
    ...(salesInvoice && { sales_invoice: 'may not be wider than your own' }),
  }
}
