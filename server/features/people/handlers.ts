import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { moduleCalls, role } from '#contract/masters/role.ts'
import type { user } from '#contract/masters/user.ts'
import { APPLICATION_MODULES, grantableBy } from '#domain/access/application-modules.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { recordsOf } from '#server/masters/records.ts'
import { demandRead, demandWrite } from '#server/masters/rights.ts'
import { selectPage } from '#server/masters/store.ts'
import { removeUser } from './remove-user.ts'
import { countRoles, selectRoles } from './role-store.ts'
import { demandRoles, removeRole, saveRole } from './save-role.ts'
import { saveUser } from './save-user.ts'
import { mountedUsers } from './user-hooks.ts'

export const roleCalls = { ...role.calls, all: role.allCall, ...moduleCalls }

export const roleHandlers: HandlersFor<typeof roleCalls> = {
  modules: async (_, { caller }) => {
    demandRoles(caller)
    const grantable = grantableBy(caller.clientId === PLATFORM_CLIENT_ID)
    return { result: APPLICATION_MODULES.filter(({ name }) => grantable.includes(name)) }
  },
  list: async ({ p, ps, ...filter }, { tx, caller }) => {
    demandRoles(caller)
    const start = (p - 1) * ps
    const data = await selectRoles(tx, caller, filter, { limit: ps, start })
    const total_records = await countRoles(tx, caller, filter)
    return { result: { data, page: { start, total: data.length, total_records, cur_page: p } } }
  },
  all: async (filter, { tx, caller }) => {
    demandRoles(caller)
    return { result: await selectRoles(tx, caller, filter, { limit: ALL_PAGE_SIZE, start: 0 }) }
  },
  save: async (input, ctx) => ({ message: 'Saved', result: await saveRole(input, ctx) }),
  remove: async ({ id }, ctx) => {
    await removeRole(id, ctx)
    return { message: 'Deleted' }
  },
}

/** Checked before the input is parsed; the kinds of people are checked with the record. */
export const userDemands: DemandsFor<typeof user.calls> = {
  list: (caller) => demandRead(mountedUsers.master, caller),
  save: (caller) => demandWrite(mountedUsers.master, caller),
  remove: (caller) => demandWrite(mountedUsers.master, caller),
}

export const userHandlers: HandlersFor<typeof user.calls> = {
  list: async (input, ctx) => {
    demandRead(mountedUsers.master, ctx.caller)
    const { rows, start, matching } = await selectPage(ctx.tx, mountedUsers, ctx.caller, input)
    const data = (await recordsOf(mountedUsers, rows, ctx)) as never
    const page = { start, total: rows.length, total_records: matching, cur_page: input.p }
    return { result: { data, page } }
  },
  save: async (input, ctx) => ({ message: 'Saved', result: await saveUser(input, ctx) }),
  remove: async ({ id }, ctx) => {
    await removeUser(id, ctx)
    return { message: 'Deleted' }
  },
}
