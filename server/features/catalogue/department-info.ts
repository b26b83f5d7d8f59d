import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import {
  DEPARTMENT_CLIENT_FIELDS,
  type DepartmentClientInfo,
  department,
  type departmentCalls,
} from '#contract/masters/department.ts'
import { brokenMoney } from '#contract/masters/engine/money-rules.ts'
import { isOfClient } from '#domain/access/rules.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { hooked, type StoredRow } from '#server/masters/hooks.ts'
import { oneRecordOf } from '#server/masters/records.ts'
import { demandRead } from '#server/masters/rights.ts'
import { selectByIds } from '#server/masters/store.ts'
import { departmentHooks } from './department-hooks.ts'
import { selectWithMachines } from './department-machines.ts'
import { NO_INFO } from './department-record.ts'
import { demandPercent } from './service-hooks.ts'

const mounted = hooked(department, departmentHooks)
type DepartmentBody = Awaited<ReturnType<HandlersFor<typeof departmentCalls>['saveClientInfo']>>['result']

export const departmentDemands: DemandsFor<typeof departmentCalls> = {
  saveClientInfo: demandKinds,
  withMachines: (caller) => demandRead(department, caller),
}

export const departmentHandlers: HandlersFor<typeof departmentCalls> = {
  saveClientInfo: async (input, ctx) => ({ message: 'Saved', result: await saveInfo(input, ctx) }),

  withMachines: async ({ branch, branch_id, isradiology, is_radiology }, ctx) => {
    demandRead(department, ctx.caller)
    const kind = isradiology ?? is_radiology
    return {
      result: await selectWithMachines(ctx, {
        branchId: branch ?? branch_id,
        isRadiology: kind === undefined ? undefined : kind === '1',
      }),
    }
  },
}

async function saveInfo(input: DepartmentClientInfo, ctx: Context): Promise<DepartmentBody> {
  const row = await lockDepartment(input.id, ctx)
  const current = (await oneRecordOf(mounted, row, ctx)) as DepartmentBody
  const next = { ...NO_INFO, ...infoOf(current), ...infoOf(input) }
  if (JSON.stringify(sorted(infoOf(current))) === JSON.stringify(sorted(next))) return current
  if ((ctx.baseRev ?? input.rev) !== current.rev) throw new Refusal('conflict', undefined, { current })
  demandPercent({ charges: next.default_refdr_charges, type: next.default_refdr_charges_type })
  const changed = NAMES.filter((name) => !isDeepStrictEqual(next[name], current[name]))
  const broken = brokenMoney(DEPARTMENT_CLIENT_FIELDS, next, changed, await decimalsOf(ctx))
  if (Object.keys(broken).length > 0) throw invalid(broken)
  await demandKnown(next, ctx)
  await updateInfo(input.id, next, ctx)
  const saved = (await oneRecordOf(mounted, row, ctx)) as DepartmentBody
  ctx.changed({ type: 'master', id: input.id, rev: saved.rev, scopes: [CLIENT_SCOPE] })
  await ctx.audit('save', 'department', input.id, { rev: saved.rev, of: 'client' })
  return saved
}

/** Returns which kinds of department the caller manages; throws if neither. */
function demandKinds(caller: Caller) {
  const session = accessOf(caller)
  const may = {
    radiology: isOfClient(session) && TILE_RULES.radiologyDepartments(session),
    clinical: isOfClient(session) && TILE_RULES.clinicalServices(session),
  }
  if (!may.radiology && !may.clinical) throw new Refusal('not_permitted')
  return may
}

/** Checks the rights by kind of department first, so that a caller with neither learns nothing about its existence. */
async function lockDepartment(id: string, ctx: Context): Promise<StoredRow> {
  const may = demandKinds(ctx.caller)
  const [row] = await selectByIds(ctx.tx, mounted, ctx.caller, [id])
  if (!row) throw new Refusal('not_found')
  if (!(row.isradiology ? may.radiology : may.clinical)) throw new Refusal('not_permitted')
  // The row itself belongs to the platform: this lock serialises two saves of one client.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`department ${ctx.caller.clientId} ${id}`}, 0))`.execute(
    ctx.tx,
  )
  return row
}

const NAMES = Object.keys(NO_INFO) as (keyof typeof NO_INFO)[]

const infoOf = (from: Partial<typeof NO_INFO>) =>
  Object.fromEntries(
    NAMES.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  ) as Partial<typeof NO_INFO>

/** Map entries have no fixed order. */
const sorted = (info: Partial<typeof NO_INFO>) =>
  NAMES.map((name) => {
    const value = info[name]
    return typeof value === 'object' ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value
  })

async function demandKnown({ branch_charges, doctor_charges }: typeof NO_INFO, { tx, caller }: Context) {
  const [branches, doctors] = [Object.keys(branch_charges), Object.keys(doctor_charges)]
  const { rows } = await sql<{ branches: number; doctors: number }>`select
    (select count(*)::int from branch where client_id = ${caller.clientId} and id = any(${branches}::uuid[])) as branches,
    (select count(*)::int from app_user where client_id = ${caller.clientId} and is_doctor
      and id = any(${doctors}::uuid[])) as doctors`.execute(tx)
  const broken = {
    ...(rows[0]?.branches !== branches.length && { branch_charges: 'names a branch that does not exist' }),
    ...(rows[0]?.doctors !== doctors.length && { doctor_charges: 'names a doctor who does not exist' }),
  }
  if (Object.keys(broken).length > 0) throw invalid(broken)
}

async function updateInfo(id: string, info: typeof NO_INFO, { tx, caller }: Context): Promise<void> {
  const values = {
    ...info,
    may_overlap: info.may_overlap === 1,
    branch_charges: JSON.stringify(info.branch_charges),
    doctor_charges: JSON.stringify(info.doctor_charges),
  }
  await tx
    .insertInto('department_client')
    .values({ client_id: caller.clientId, id, ...values })
    .onConflict((on) =>
      on.columns(['client_id', 'id']).doUpdateSet({ ...values, rev: sql`department_client.rev + 1` }),
    )
    .execute()
}
