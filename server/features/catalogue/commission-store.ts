import { sql } from 'kysely'
import type { DepartmentRate, ServiceRate } from '#contract/calls/commissions.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Stored in place of a hospital id for "Without Hospital". */
const NO_HOSPITAL = '00000000-0000-0000-0000-000000000000'

/** The referrer, and hospital, of the rates. */
export interface RatesOf {
  clientId: string
  refDrId: string
  hospital: string
}

export const hospitalIdOf = (hospital: string): string => (hospital === '0' ? NO_HOSPITAL : hospital)

const ofWhom = ({ clientId, refDrId, hospital }: RatesOf) =>
  sql`r.client_id = ${clientId} and r.ref_dr_id = ${refDrId} and r.hospital_id = ${hospitalIdOf(hospital)}`

export async function selectDepartmentRates(tx: Tx, whose: RatesOf): Promise<DepartmentRate[]> {
  const { rows } =
    await sql<DepartmentRate>`select branch_id, department_id, charges_per::float8 as charges_per, rev
    from ref_dr_commission_department r where ${ofWhom(whose)} order by branch_id, department_id`.execute(tx)
  return rows
}

export async function selectServiceRates(tx: Tx, whose: RatesOf): Promise<ServiceRate[]> {
  const { rows } =
    await sql<ServiceRate>`select branch_id, service_id, charges::float8 as charges, charges_type,
      service_charges::float8 as service_charges, rev
    from ref_dr_commission_service r where ${ofWhom(whose)} order by branch_id, service_id`.execute(tx)
  return rows
}

/** One kind of rate: its table, the key column beside the branch, and the value columns. */
export interface RateTable {
  table: 'ref_dr_commission_department' | 'ref_dr_commission_service'
  key: 'department_id' | 'service_id'
  values: Readonly<Record<string, 'numeric' | 'text'>>
}

export const DEPARTMENT_RATES: RateTable = {
  table: 'ref_dr_commission_department',
  key: 'department_id',
  values: { charges_per: 'numeric' },
}
export const SERVICE_RATES: RateTable = {
  table: 'ref_dr_commission_service',
  key: 'service_id',
  values: { charges: 'numeric', charges_type: 'text', service_charges: 'numeric' },
}

/** Serialises the saves of one referrer's rates: new rows cannot be locked. */
export async function lockRates(tx: Tx, { clientId, refDrId }: RatesOf): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commission ${clientId} ${refDrId}`}, 0))`.execute(
    tx,
  )
}

type Row = Readonly<Record<string, unknown>>

/** Writes rows in one statement, each with its next revision. */
export async function putRates(tx: Tx, kind: RateTable, whose: RatesOf, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(kind.values)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const typed = sql.join([
    sql.raw(`branch_id uuid, ${kind.key} uuid`),
    ...names.map((name) => sql.raw(`${name} ${kind.values[name]}`)),
  ])
  const updates = sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
  await sql`insert into ${sql.table(kind.table)} (client_id, ref_dr_id, hospital_id, branch_id, ${sql.ref(kind.key)}, ${columns})
    select ${whose.clientId}::uuid, ${whose.refDrId}::uuid, ${hospitalIdOf(whose.hospital)}::uuid, row.branch_id,
      row.${sql.ref(kind.key)}, ${sql.join(names.map((name) => sql`row.${sql.ref(name)}`))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${typed})
    on conflict (client_id, ref_dr_id, hospital_id, branch_id, ${sql.ref(kind.key)})
    do update set ${updates}, rev = ${sql.table(kind.table)}.rev + 1`.execute(tx)
}

/** Deletes rows in one statement. */
export async function dropRates(
  tx: Tx,
  kind: RateTable,
  whose: RatesOf,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from ${sql.table(kind.table)} r
    using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as gone (${sql.raw(`branch_id uuid, ${kind.key} uuid`)})
    where ${ofWhom(whose)} and r.branch_id = gone.branch_id and r.${sql.ref(kind.key)} = gone.${sql.ref(kind.key)}`.execute(
    tx,
  )
}
