import { Refusal } from '#contract/kernel/error-codes.ts'
import { type Granter, type RoleGrants, reachesBeyond } from '#domain/access/grants.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { SalesInvoiceScope, SalesReportScope } from '#domain/access/sales-scopes.ts'
import { TILE_RULES, type TileKey } from '#domain/access/tiles.ts'
import { type KindFlags, kindsOf, type UserKind } from '#domain/access/user-kinds.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

/** The settings tile in which each kind of person is managed (docs/masters.md#who-sees-which-tile). */
const TILE_OF_KIND: Record<UserKind, TileKey> = {
  user: 'users',
  radiologyDoctor: 'radiologyDoctors',
  clinicalDoctor: 'clinicalDoctors',
  referralDoctor: 'referralDoctors',
}

/** Throws if the caller may not manage people of these kinds; checks every kind that a person has. */
export function demandKinds(caller: Caller, flags: KindFlags): void {
  const session = accessOf(caller)
  if (kindsOf(flags).some((kind) => !TILE_RULES[TILE_OF_KIND[kind]](session)))
    throw new Refusal('not_permitted')
}

/**
 * Returns what the caller may grant; administrators of a client and the platform's own people may grant everything.
 */
export function granterOf(caller: Caller): Granter {
  const { isClientAdmin, userType, permissions, branchIds, salesReport, salesInvoice } = caller
  return { isAdmin: isClientAdmin || userType === 'ADMIN', permissions, branchIds, salesReport, salesInvoice }
}

/** The facts of a role that the rules need. */
export interface RoleFacts extends RoleGrants {
  id: number
  name: string
  active: boolean
}

/** Returns the role with this number, locked against deletion while it is assigned to somebody. */
export async function findRole({ tx, caller }: Context, id: number): Promise<RoleFacts | undefined> {
  const role = await tx
    .selectFrom('role')
    .select(['id', 'name', 'modules', 'active', 'sales_report', 'sales_invoice'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .where('hidden', 'is', null)
    .forShare()
    .executeTakeFirst()
  return (
    role && {
      id: role.id,
      name: role.name,
      active: role.active,
      modules: role.modules as Permission[],
      // Check constraints of the table limit these to the domain's values.
      salesReport: role.sales_report as SalesReportScope,
      salesInvoice: role.sales_invoice as SalesInvoiceScope,
    }
  )
}

/**
 * Throws if a person with this role, in these branches, has rights that the caller lacks: by setting that person's
 * password or assigning the role, the caller would gain them.
 */
export function demandNotAbove(
  caller: Caller,
  role: RoleFacts | undefined,
  branchIds: readonly string[] = [],
): void {
  if (!role) return
  const granter = granterOf(caller)
  if (reachesBeyond({ role, branchIds: [] }, granter))
    throw new Refusal('not_permitted', `Only an administrator may give or take the role "${role.name}".`)
  if (reachesBeyond({ role, branchIds }, granter))
    throw new Refusal(
      'not_permitted',
      'Only an administrator may change who works in branches that you do not.',
    )
}
