import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Permission } from '#domain/access/permissions.ts'
import { ADMIN_ROLE_ID, beyondGranter, type Granter } from '#domain/access/role-rules.ts'
import { TILE_RULES, type TileKey } from '#domain/access/tiles.ts'
import { type KindFlags, kindsOf, type UserKind } from '#domain/access/user-kinds.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

/** The tile that each kind of person is kept behind (spec 2 section 6). */
const TILE_OF_KIND: Record<UserKind, TileKey> = {
  user: 'users',
  radiologyDoctor: 'radiologyDoctors',
  clinicalDoctor: 'clinicalDoctors',
  referralDoctor: 'referralDoctors',
}

/** Refuses who may not keep people of these kinds; every kind that somebody is counts. */
export function demandKinds(caller: Caller, flags: KindFlags): void {
  const session = accessOf(caller)
  if (kindsOf(flags).some((kind) => !TILE_RULES[TILE_OF_KIND[kind]](session)))
    throw new Refusal('not_permitted')
}

/** Who may grant everything: the administrators of a client and the platform's own people. */
export function granterOf({ isClientAdmin, userType, permissions }: Caller): Granter {
  return { isAdmin: isClientAdmin || userType === 'ADMIN', permissions }
}

/** A role as the rules look at it. */
export interface RoleFacts {
  id: number
  name: string
  modules: Permission[]
  active: boolean
}

/** The role of this number, locked against being deleted while somebody is given it. */
export async function findRole({ tx, caller }: Context, id: number): Promise<RoleFacts | undefined> {
  const role = await tx
    .selectFrom('role')
    .select(['id', 'name', 'modules', 'active'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .where('hidden', 'is', null)
    .forShare()
    .executeTakeFirst()
  return role && { ...role, modules: role.modules as Permission[] }
}

/**
 * Refuses where somebody of this role may do what the caller may not: whoever could set their password or give their
 * role away would hold it all.
 */
export function demandNotAbove(caller: Caller, role: RoleFacts | undefined): void {
  const granter = granterOf(caller)
  if (granter.isAdmin || !role) return
  const isAbove = role.id === ADMIN_ROLE_ID || beyondGranter(role.modules, [], granter).length > 0
  if (isAbove)
    throw new Refusal('not_permitted', `Only an administrator may give or take the role "${role.name}".`)
}
