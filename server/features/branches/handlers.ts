import { sql, type Updateable } from 'kysely'
import { type BranchDetail, type branchCalls, CONFIGURATION_SECRETS } from '#contract/calls/branches.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { branch as master } from '#contract/masters/branch.ts'
import { isStaff } from '#domain/access/rules.ts'
import { brokenDecimals } from '#domain/money/decimals-rule.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { Branch } from '#server/kernel/database/schema.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { Secrets } from '#server/kernel/keys/secrets.ts'
import { CLIENT_SCOPE, MASTERS_SCOPE } from '#server/kernel/scopes.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { demandRead, demandWrite } from '#server/masters/rights.ts'
import { configurationColumns, detailOf } from './configuration.ts'
import { type BranchRow, getBranch, lockBranch } from './lock-branch.ts'
import { demandConfigure, demandTeleradiology } from './public/rights.ts'

/** Checked before the input is parsed. */
export const BRANCH_DEMANDS: DemandsFor<typeof branchCalls> = {
  detail: (caller) => demandRead(master, caller),
  getWithMachines: demandStaff,
  saveSettings: (caller) => demandWrite(master, caller),
  saveConfiguration: demandConfigure,
}

/** Branch data outside the branch's own form (contract/masters/branch): settings and configuration. */
export const createBranchHandlers = (
  secrets: Secrets,
  afterConfiguration: (ctx: Context, before: BranchRow, after: BranchRow) => Promise<void>,
): HandlersFor<typeof branchCalls> => ({
  detail: async ({ id }, ctx) => {
    demandRead(master, ctx.caller)
    return { result: shown(ctx, await getBranch(ctx, id)) }
  },
  getWithMachines: async (_, ctx) => ({ result: await selectWithMachines(ctx) }),
  saveSettings: async (input, ctx) => {
    demandWrite(master, ctx.caller)
    demandTeleradiology(ctx.caller)
    const { row, isStale } = await lockBranch(ctx, input.id, input.rev)
    if (isStale) throw new Refusal('conflict', undefined, { current: settingsOf(row) })
    const rule = brokenDecimals(input.fixed_price, await decimalsOf(ctx))
    if (rule !== undefined && input.fixed_price !== Number(row.fixed_price))
      throw invalid({ fixed_price: rule })
    const saved = await update(ctx, row, {
      charges_type: input.charges_type,
      fixed_price: input.fixed_price,
      tat_type: input.tat_type,
      // A fixed time of zero means none; the stored value is kept for when it is fixed again.
      ...(input.fixed_tat > 0 && { tat_minutes: input.fixed_tat }),
    })
    await ctx.audit('save_settings', 'branch', row.id, {
      charges_type: input.charges_type,
      tat_type: input.tat_type,
    })
    return { message: 'Saved', result: { id: saved.id, rev: saved.rev } }
  },
  saveConfiguration: async (input, ctx) => {
    demandConfigure(ctx.caller)
    const { row, isStale } = await lockBranch(ctx, input.id, input.rev)
    if (isStale) throw new Refusal('conflict', undefined, { current: shown(ctx, row) })
    const columns = await configurationColumns(input, row, ctx, secrets)
    const saved = await update(ctx, row, columns)
    await afterConfiguration(ctx, row, saved)
    const result = shown(ctx, saved)
    await ctx.audit('save_configuration', 'branch', row.id, {
      changed: changedNames(shown(ctx, row), result, input),
    })
    return { message: 'Saved', result }
  },
})

const settingsOf = ({ id, rev, charges_type, fixed_price, tat_type, tat_minutes }: BranchRow) => ({
  id,
  rev,
  charges_type,
  fixed_price: Number(fixed_price),
  tat_type,
  fixed_tat: tat_minutes,
})

/** Returns the names of changed fields for the audit trail: never values, and for a secret only that one was given. */
function changedNames(before: BranchDetail, after: BranchDetail, input: object): string[] {
  const names = Object.keys(after) as (keyof BranchDetail)[]
  return [
    ...names.filter((name) => name !== 'rev' && !name.endsWith('_img_url') && before[name] !== after[name]),
    ...CONFIGURATION_SECRETS.filter((name) => Reflect.get(input, name) !== undefined),
  ]
}

const shown = ({ fileUrl }: Context, row: BranchRow): BranchDetail => detailOf(row, fileUrl)

/** Writes the columns with the next revision and announces it: devices of people who manage masters hold the record. */
async function update(ctx: Context, row: BranchRow, columns: Updateable<Branch>): Promise<BranchRow> {
  const saved = await ctx.tx
    .updateTable('branch')
    .set({ ...columns, rev: row.rev + 1 })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  ctx.changed({ type: 'master', id: row.id, rev: saved.rev, scopes: [MASTERS_SCOPE] })
  ctx.changed({ type: 'branch', id: row.id, rev: saved.rev, scopes: row.active ? [CLIENT_SCOPE] : [] })
  return saved
}

function demandStaff(caller: Caller): void {
  if (!isStaff(accessOf(caller))) throw new Refusal('not_permitted')
}

/** Returns the caller's active branches, each with its active machines. */
async function selectWithMachines({ tx, caller }: Context) {
  demandStaff(caller)
  let query = tx
    .selectFrom('branch')
    .select(['id', 'name'])
    .where('client_id', '=', caller.clientId)
    .where('active', '=', true)
    .where('hidden', 'is', null)
  if (!caller.isClientAdmin && caller.userType !== 'ADMIN')
    query = query.where('id', '=', sql<string>`any(${[...caller.branchIds]}::uuid[])`)
  const branches = await query.orderBy('name').execute()
  const machines = await tx
    .selectFrom('machine')
    .select(['id', 'branch_id', 'name', 'modality', 'aet'])
    .where('client_id', '=', caller.clientId)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .orderBy('disp_odr')
    .orderBy('name')
    .execute()
  return branches.map(({ id, name }) => ({
    id,
    name,
    machines: machines
      .filter((machine) => machine.branch_id === id)
      .map(({ id: machineId, name: called, modality, aet }) => ({
        id: machineId,
        name: called,
        modality,
        aet,
      })),
  }))
}
