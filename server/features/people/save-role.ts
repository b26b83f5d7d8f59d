import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type RoleInput, type RoleRecord, role } from '#contract/masters/role.ts'
import { findModule, grantableBy, moduleLabel } from '#domain/access/application-modules.ts'
import { beyondWords, holds, isBeyond, roleBeyond } from '#domain/access/grants.ts'
import type { Permission } from '#domain/access/permissions.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { ADMIN_ROLE_ID, KEPT_BY_ADMIN_ROLE } from '#domain/access/role-rules.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { PEOPLE_SCOPE } from '#server/kernel/scopes.ts'
import { granterOf } from './grant-checks.ts'
import { findRoleRecord, lockRole, type RoleRow } from './role-store.ts'

/** Throws if the caller may not manage roles (docs/masters.md#who-sees-which-tile). */
export function demandRoles(caller: Caller): void {
  if (!TILE_RULES.roles(accessOf(caller))) throw new Refusal('not_permitted')
}

/**
 * Creates a role, or changes one based on the revision that was seen; its rights apply from everybody's next call.
 */
export async function saveRole(input: RoleInput, ctx: Context): Promise<RoleRecord> {
  const { tx, caller } = ctx
  demandRoles(caller)
  const before = input.id === undefined ? undefined : await lockRole(tx, caller, input.id)
  if (before?.hidden || (!before && typeof input.id === 'number')) throw new Refusal('not_found')
  const current = before && (await findRoleRecord(tx, caller, before.id))
  if (current && isSame(input, current)) return current
  const base = ctx.baseRev ?? input.rev
  if (before && before.rev !== base) throw new Refusal('conflict', undefined, { current })
  const modules = demandModules(input, before, ctx)
  demandAdminRoleKept(input, modules, before)
  await demandNotOwn(before, ctx)
  if (before?.active && input.status === 0) await demandUnused(before.id, ctx)
  const saved = await writeRole(input, modules, before, ctx)
  ctx.changed({ type: 'master', id: saved.uid, rev: saved.rev, scopes: [PEOPLE_SCOPE] })
  await ctx.audit('save', role.key, saved.uid, { rev: saved.rev, modules, before: before?.modules ?? [] })
  return (await findRoleRecord(tx, caller, saved.id)) as RoleRecord
}

const isSame = (input: RoleInput, current: RoleRecord) =>
  input.title === current.title &&
  input.status === current.status &&
  input.sales_report === current.sales_report &&
  input.sales_invoice === current.sales_invoice &&
  isDeepStrictEqual(
    [...new Set(input.app_modules)].sort((a, b) => a - b),
    current.app_modules,
  )

// Nobody may grant rights they do not have: administrators all rights of a client, others only their own.
function demandModules(input: RoleInput, before: RoleRow | undefined, { caller }: Context): Permission[] {
  const found = [...new Set(input.app_modules)].map((id) => findModule(id))
  const modules = found.filter((name) => name !== undefined)
  const had = before?.modules ?? []
  const grantable = new Set<Permission>([...grantableBy(caller.clientId === PLATFORM_CLIENT_ID), ...had])
  if (modules.length < found.length || !modules.every((name) => grantable.has(name)))
    throw invalid({ app_modules: 'holds a module that does not exist' })
  const role = { modules, salesReport: input.sales_report, salesInvoice: input.sales_invoice }
  const stood = before && {
    modules: had,
    salesReport: before.sales_report,
    salesInvoice: before.sales_invoice,
  }
  const beyond = roleBeyond(role, stood, granterOf(caller))
  if (isBeyond(beyond)) throw invalid(beyondWords(beyond))
  // Rights that the caller cannot grant cannot be removed from a role either.
  const taken = had.filter((name) => !modules.includes(name) && !holds(granterOf(caller), name))
  if (taken.length > 0)
    throw invalid({ app_modules: `keeps what you may not do yourself: ${taken.map(moduleLabel).join(', ')}` })
  return modules
}

// The administrator's role must stay able to restore everybody's rights: docs/decisions/093.
function demandAdminRoleKept(input: RoleInput, modules: Permission[], before: RoleRow | undefined): void {
  if (before?.id !== ADMIN_ROLE_ID) return
  if (input.title !== before.name) throw new Refusal('refused', 'The administrator’s role cannot be renamed.')
  if (input.status !== 1)
    throw new Refusal('refused', 'The status of the administrator’s role cannot be changed.')
  const lost = KEPT_BY_ADMIN_ROLE.filter((name) => before.modules.includes(name) && !modules.includes(name))
  if (lost.length > 0)
    throw new Refusal('refused', `The administrator’s role keeps: ${lost.map(moduleLabel).join(', ')}.`)
}

// An administrator has all rights of the client regardless of the own role, so may edit it.
async function demandNotOwn(before: RoleRow | undefined, { tx, caller }: Context): Promise<void> {
  if (!before || granterOf(caller).isAdmin) return
  const own = await tx
    .selectFrom('app_user')
    .select('role_id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', caller.userId)
    .executeTakeFirst()
  if (own?.role_id === before.id)
    throw new Refusal('not_permitted', 'An administrator must change your own role.')
}

// People with a deactivated role would have no module at all.
async function demandUnused(id: number, { tx, caller }: Context): Promise<void> {
  const { n } = await tx
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('client_id', '=', caller.clientId)
    .where('role_id', '=', id)
    .where('hidden', 'is', null)
    .executeTakeFirstOrThrow()
  if (n > 0) throw new Refusal('in_use', `This role is in use: ${n} ${n === 1 ? 'user' : 'users'}.`)
}

async function writeRole(
  input: RoleInput,
  modules: Permission[],
  before: RoleRow | undefined,
  { tx, caller }: Context,
): Promise<{ id: number; uid: string; rev: number }> {
  const values = {
    name: input.title,
    active: input.status === 1,
    sales_report: input.sales_report,
    sales_invoice: input.sales_invoice,
    modules,
  }
  try {
    if (before)
      return await tx
        .updateTable('role')
        .set({ ...values, rev: before.rev + 1 })
        .where('client_id', '=', caller.clientId)
        .where('id', '=', before.id)
        .returning(['id', 'uid', 'rev'])
        .executeTakeFirstOrThrow()
    return await tx
      .insertInto('role')
      .values({
        client_id: caller.clientId,
        id: await nextId(tx, caller),
        uid: typeof input.id === 'string' ? input.id : uuidv7(),
        ...values,
      })
      .returning(['id', 'uid', 'rev'])
      .executeTakeFirstOrThrow()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code !== '23505') throw error
    // Two roles created at the same moment collide in number or uid; the later request is retried.
    throw constraint === 'role_by_name'
      ? invalid({ title: 'is taken already' })
      : new Refusal('in_progress', undefined, { retry_after: 1 })
  }
}

/** Numbers are never reused: deleted roles keep theirs. 1 stays free, 2 is the administrator's. */
async function nextId(tx: Context['tx'], { clientId }: Caller): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select greatest(coalesce(max(id), 0), 2) + 1 as next from role where client_id = ${clientId}`.execute(tx)
  return rows[0]?.next ?? 3
}

/** Hides a role that nobody has. */
export async function removeRole(id: number, ctx: Context): Promise<void> {
  const { tx, caller, now } = ctx
  demandRoles(caller)
  const row = await lockRole(tx, caller, id)
  if (!row || row.hidden) throw new Refusal('not_found')
  if (id === ADMIN_ROLE_ID) throw new Refusal('refused', 'The administrator’s role cannot be deleted.')
  await demandUnused(id, ctx)
  const rev = row.rev + 1
  await tx
    .updateTable('role')
    .set({ hidden: now, rev })
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .execute()
  ctx.changed({ type: 'master', id: row.uid, rev, scopes: [], left: [PEOPLE_SCOPE] })
  await ctx.audit('delete', role.key, row.uid, { rev })
}
