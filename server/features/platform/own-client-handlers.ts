import { sql } from 'kysely'
import type { LicenceState, ownClientCalls } from '#contract/calls/platform.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isLicenceOver, licenceDay, licenceDaysLeft } from '#domain/access/licence-rule.ts'
import { type SetupStep, setupStepsOf } from '#domain/access/setup-steps.ts'
import { dayAt } from '#domain/time/zones.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { countBranches, countDoctors, findLicence } from '../licences/licence-limits.ts'
import { readLicenceKey } from './licence-key.ts'
import { announceSession } from './session-news.ts'

/** Handlers for a client's administrator: the licence, a new key, and the remaining setup steps. */
export const ownClientHandlers: HandlersFor<typeof ownClientCalls> = {
  licence: async (_, ctx) => {
    demandClientAdmin(ctx)
    return { result: await findLicenceState(ctx) }
  },
  activateLicence: async ({ key }, ctx) => {
    demandClientAdmin(ctx)
    const { clientId, timeZone } = ctx.caller
    const { rows } = await sql<{ name: string }>`select name from entry.activate_licence(${clientId},
      ${readLicenceKey(key)}, ${licenceDay(ctx.now)}, ${dayAt(ctx.now, timeZone)})`.execute(ctx.tx)
    if (!rows[0])
      throw new Refusal('licence', 'This licence key is invalid, expired, or used by another client.')
    await ctx.audit('activate', 'licence', undefined, { name: rows[0].name })
    announceSession(ctx, ctx.caller.clientId)
    const result = await findLicenceState(ctx)
    if (!result) throw new Refusal('internal')
    return { message: `The licence “${rows[0].name}” is active.`, result }
  },
  setupState: async (_, ctx) => {
    const own = setupStepsOf(accessOf(ctx.caller))
    if (own.length === 0) return { result: { steps: [] } }
    const done = await findDone(ctx)
    return { result: { steps: own.map((step) => ({ step, is_done: done[step] })) } }
  },
}

/** Checked before the input is parsed. */
export const OWN_CLIENT_DEMANDS: DemandsFor<typeof ownClientCalls> = {
  licence: (caller) => demandClientAdmin({ caller }),
  activateLicence: (caller) => demandClientAdmin({ caller }),
}

function demandClientAdmin({ caller }: Pick<Context, 'caller'>): void {
  if (caller.userType !== 'CLIENT' || !caller.isClientAdmin) throw new Refusal('not_permitted')
}

async function findLicenceState(ctx: Context): Promise<LicenceState | null> {
  const licence = await findLicence(ctx.tx, ctx.caller.clientId)
  if (!licence) return null
  const { name, expired_on, no_of_branches, no_of_doctors } = licence
  const [days_left, is_over] = [licenceDaysLeft(licence, ctx.now), isLicenceOver(licence, ctx.now)]
  const [branches, doctors] = [await countBranches(ctx), await countDoctors(ctx)]
  return { name, expired_on, days_left, is_over, no_of_branches, no_of_doctors, branches, doctors }
}

// A department is set up once the client has set its price and slot length. The user step needs a user besides the
// administrator who reads this.
async function findDone({ tx, caller }: Context): Promise<Record<SetupStep, boolean>> {
  const own = sql`client_id = ${caller.clientId}`
  const { rows } = await sql<Record<SetupStep, boolean>>`select
    exists (select from branch where ${own} and hidden is null) as branch,
    exists (select from department_client where ${own}) as department,
    exists (select from machine where ${own} and hidden is null) as machine,
    exists (select from service where ${own} and hidden is null) as service,
    (select count(*) > 1 from app_user where ${own} and hidden is null and user_type = 'CLIENT') as "user",
    exists (select from pacs where ${own} and hidden is null) as pacs`.execute(tx)
  if (!rows[0]) throw new Refusal('internal')
  return rows[0]
}
