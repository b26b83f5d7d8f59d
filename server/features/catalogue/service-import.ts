import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import type { importCalls } from '#contract/calls/excel-import.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { readServiceRow, type ServiceRow } from '#domain/masters/service-sheet.ts'
import type { SheetMoney } from '#domain/masters/sheet-amount.ts'
import type { Caller, Context, Handler } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'
import { lockDistinct } from '#server/masters/demand-distinct.ts'
import { importMessage, outcomeOf, type ToImport } from './import-outcome.ts'
import { demandKind, isRadiologyDepartment } from './service-hooks.ts'

type ServiceImport = ParsedInputOf<typeof importCalls.services>

/** Throws unless the caller is an administrator of a client; access to the department is checked when it is loaded. */
export function demandServiceImport({ isClientAdmin }: Caller): void {
  if (!isClientAdmin) throw new Refusal('not_permitted')
}

/** Imports services of one department from a sheet in one statement; a repeated part creates nothing twice. */
export const importServices: Handler<typeof importCalls.services> = async (input, ctx) => {
  const { caller } = ctx
  demandServiceImport(caller)
  const isRadiology = await isRadiologyDepartment(ctx.tx, input.department_id)
  demandKind(caller, isRadiology)
  if (isRadiology && input.type === undefined) throw invalid({ type: 'is required' })
  await demandBranches(input.branch_ids, ctx)
  const place = { ...(await moneyOf(ctx)), isRadiology }
  const judged = input.records.map(({ id, ...cells }): ToImport<ServiceRow> => {
    const { row, faults } = readServiceRow(cells, place)
    return { id: id ?? mintId(), row, faults }
  })
  const read = await withoutTakenCodes(judged, ctx)
  const made = await insert(read, input, ctx)
  const standing = await selectStanding(read, ctx)
  const result = outcomeOf(read, standing, 'Service Name is taken already in this department')
  for (const id of made) ctx.changed({ type: 'master', id, rev: 1, scopes: [CLIENT_SCOPE] })
  if (made.length > 0)
    await ctx.audit('import', 'service', input.department_id, { made: made.length, first: made[0] })
  return { message: importMessage(result.created), result }
}

/** Rejects rows whose code another service of the client or of the sheet already has. */
async function withoutTakenCodes(
  read: readonly ToImport<ServiceRow>[],
  { tx, caller }: Context,
): Promise<ToImport<ServiceRow>[]> {
  const codes = read.flatMap(({ row }) => (row?.code ? [row.code.toLowerCase()] : []))
  if (codes.length === 0) return [...read]
  await lockDistinct(tx, { clientId: caller.clientId, table: 'service', field: 'code' })
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, lower(trim(code)) as code, name from service
    where client_id = ${caller.clientId} and hidden is null and lower(trim(code)) = any(${codes}::text[])`.execute(
    tx,
  )
  const taken = new Map(rows.map(({ id, code, name }) => [code, { id, name }]))
  return read.map((one) => {
    const code = one.row?.code.toLowerCase() ?? ''
    const holder = taken.get(code)
    if (code === '' || holder?.id === one.id) return one
    if (holder) return { id: one.id, faults: [`Code is taken already by ${holder.name}`] }
    taken.set(code, { id: one.id, name: one.row?.name ?? '' })
    return one
  })
}

async function insert(
  read: readonly ToImport<ServiceRow>[],
  { department_id, type = 'Exam_Service', branch_ids }: ServiceImport,
  { tx, caller, now }: Context,
): Promise<string[]> {
  const good = read.flatMap(({ id, row }) =>
    row
      ? [{ ...row, id, branches: Object.fromEntries(branch_ids.map((branch) => [branch, row.charges])) }]
      : [],
  )
  if (good.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    insert into service (client_id, id, department_id, name, code, type, charges, tat, default_refdr_charges,
      default_refdr_charges_type, is_outsourced, points, branches, created)
    select ${caller.clientId}::uuid, r.id, ${department_id}::uuid, r.name, r.code, ${type}, r.charges, r.tat,
      r.default_refdr_charges, r.default_refdr_charges_type, r.is_outsourced = 1, r.points, r.branches, ${now}
    from jsonb_to_recordset(${JSON.stringify(good)}::jsonb) as r (id uuid, name text, code text, charges numeric,
      tat int, default_refdr_charges numeric, default_refdr_charges_type text, is_outsourced int, points numeric, branches jsonb)
    on conflict do nothing returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns which ids are stored for this client now, created by this part or by an earlier send of it. */
async function selectStanding(
  read: readonly ToImport<ServiceRow>[],
  { tx, caller }: Context,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from service where client_id = ${caller.clientId}
    and id = any(${read.map(({ id }) => id)}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

async function demandBranches(ids: readonly string[], { tx, caller }: Context): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from branch
    where client_id = ${caller.clientId} and id = any(${wanted}::uuid[]) and hidden is null`.execute(tx)
  if (rows[0]?.n !== wanted.length) throw invalid({ branch_ids: 'name a branch that does not exist' })
}

async function moneyOf({ tx, caller }: Context): Promise<SheetMoney> {
  const { no_of_decimal, currency } = await tx
    .selectFrom('client')
    .select(['no_of_decimal', 'currency'])
    .where('id', '=', caller.clientId)
    .executeTakeFirstOrThrow()
  return { decimals: no_of_decimal, currency }
}
