import { sql } from 'kysely'
import type { commissionCalls, DepartmentRate, ServiceRate } from '#contract/calls/commissions.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { brokenDecimals } from '#domain/money/decimals-rule.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import {
  DEPARTMENT_RATES,
  dropRates,
  lockRates,
  putRates,
  type RatesOf,
  type RateTable,
  SERVICE_RATES,
  selectDepartmentRates,
  selectServiceRates,
} from './commission-store.ts'

/** Checked before the input is parsed. */
export function demandReferralDoctors(caller: Caller): void {
  if (!TILE_RULES.referralDoctors(accessOf(caller))) throw new Refusal('not_permitted')
}

export const commissionHandlers: HandlersFor<typeof commissionCalls> = {
  departmentWise: async ({ id, hospital }, ctx) => {
    const whose = await demandReferrer(ctx, id, hospital)
    return { result: await selectDepartmentRates(ctx.tx, whose) }
  },
  saveDepartmentWise: async ({ ref_dr_id, hospital_id, rows }, ctx) => {
    const whose = await demandReferrer(ctx, ref_dr_id, hospital_id)
    await saveRates(ctx, DEPARTMENT_RATES, whose, {
      rows,
      isGone: ({ charges_per }) => charges_per === null,
      stored: () => selectDepartmentRates(ctx.tx, whose),
    })
    return { message: 'Saved', result: await selectDepartmentRates(ctx.tx, whose) }
  },
  serviceWise: async ({ id, hospital }, ctx) => {
    const whose = await demandReferrer(ctx, id, hospital)
    return { result: await selectServiceRates(ctx.tx, whose) }
  },
  saveServiceWise: async ({ ref_dr_id, hospital_id, rows }, ctx) => {
    const whose = await demandReferrer(ctx, ref_dr_id, hospital_id)
    if (rows.some(({ charges, charges_type }) => charges_type === 'Percent' && (charges ?? 0) > 100))
      throw invalid({ rows: 'have a percentage of more than 100' })
    demandDecimals(rows, await decimalsOf(ctx))
    await saveRates(ctx, SERVICE_RATES, whose, {
      rows,
      isGone: ({ charges, service_charges }) => charges === null && service_charges === null,
      stored: () => selectServiceRates(ctx.tx, whose),
    })
    return { message: 'Saved', result: await selectServiceRates(ctx.tx, whose) }
  },
}

/** Throws unless amounts have at most the client's decimals and percentages at most two. */
function demandDecimals(
  rows: readonly { charges: number | null; charges_type: string; service_charges: number | null }[],
  decimals: number,
): void {
  const rule = rows
    .flatMap(({ charges, charges_type, service_charges }) => [
      brokenDecimals(charges ?? 0, charges_type === 'Percent' ? 2 : decimals),
      brokenDecimals(service_charges ?? 0, decimals),
    ])
    .find((found) => found !== undefined)
  if (rule !== undefined) throw invalid({ rows: `have an amount that ${rule}` })
}

/** Throws unless the referrer exists and, if a hospital is given, the referrer is a doctor and the hospital exists. */
async function demandReferrer({ tx, caller }: Context, refDrId: string, hospital: string): Promise<RatesOf> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'ref_doctor_type'])
    .where('client_id', '=', caller.clientId)
    .where('id', 'in', hospital === '0' ? [refDrId] : [refDrId, hospital])
    .where('is_ref_doctor', '=', true)
    .where('hidden', 'is', null)
    .execute()
  const typeOf = new Map(rows.map(({ id, ref_doctor_type }) => [id, ref_doctor_type]))
  if (!typeOf.has(refDrId)) throw new Refusal('not_found')
  if (hospital !== '0') {
    if (typeOf.get(hospital) !== 'Hospital') throw new Refusal('not_found')
    if (typeOf.get(refDrId) !== 'Doctor') throw invalid({ hospital_id: 'is chosen for doctors only' })
  }
  return { clientId: caller.clientId, refDrId, hospital }
}

type Row = Readonly<Record<string, unknown>> & { branch_id: string; rev?: number | undefined }

interface RatesToSave<R extends Row> {
  rows: readonly R[]
  isGone: (row: R) => boolean
  stored: () => Promise<readonly (DepartmentRate | ServiceRate)[]>
}

async function saveRates<R extends Row>(
  ctx: Context,
  kind: RateTable,
  whose: RatesOf,
  { rows, isGone, stored }: RatesToSave<R>,
): Promise<void> {
  await lockRates(ctx.tx, whose)
  const keyOf = (row: Readonly<Record<string, unknown>>) =>
    `${String(row.branch_id)} ${String(row[kind.key])}`
  if (new Set(rows.map(keyOf)).size < rows.length) throw invalid({ rows: 'name a rate twice' })
  const now = new Map((await stored()).map((row) => [keyOf(row), row]))
  const names = Object.keys(kind.values)
  const isSame = (row: R) => {
    const held = now.get(keyOf(row)) as Row | undefined
    return held ? names.every((name) => held[name] === row[name]) : isGone(row)
  }
  // A row that equals the stored one is done, whatever its revision: a repeated save is no conflict.
  const changed = rows.filter((row) => !isSame(row))
  const moved = changed.filter((row) => now.get(keyOf(row))?.rev !== row.rev)
  if (moved.length > 0) throw new Refusal('conflict', undefined, { current: [...now.values()] })
  if (changed.length === 0) return
  await demandKnown(ctx, kind, changed)
  await dropRates(ctx.tx, kind, whose, changed.filter(isGone))
  await putRates(
    ctx.tx,
    kind,
    whose,
    changed.filter((row) => !isGone(row)),
  )
  await ctx.audit('commission', 'user', whose.refDrId, {
    by: kind.key,
    hospital: whose.hospital,
    rows: changed.length,
  })
}

async function demandKnown({ tx, caller }: Context, kind: RateTable, rows: readonly Row[]): Promise<void> {
  const branches = [...new Set(rows.map(({ branch_id }) => branch_id))]
  const others = [...new Set(rows.map((row) => row[kind.key] as string))]
  const isService = kind.key === 'service_id'
  const owner = isService ? caller.clientId : PLATFORM_CLIENT_ID
  const { rows: found } = await sql<{ branches: number; others: number }>`select
    (select count(*)::int from branch where client_id = ${caller.clientId} and id = any(${branches}::uuid[])) as branches,
    (select count(*)::int from ${sql.table(isService ? 'service' : 'department')}
      where client_id = ${owner} and id = any(${others}::uuid[])) as others`.execute(tx)
  if (found[0]?.branches !== branches.length) throw invalid({ rows: 'name a branch that does not exist' })
  if (found[0]?.others !== others.length)
    throw invalid({ rows: `name a ${isService ? 'service' : 'department'} that does not exist` })
}
