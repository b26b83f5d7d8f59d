import { type SqlBool, sql } from 'kysely'
import { COUNT_CAP } from '#contract/kernel/paging.ts'
import type { RoleRecord } from '#contract/masters/role.ts'
import { moduleId } from '#domain/access/application-modules.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { SalesInvoiceScope, SalesReportScope } from '#domain/access/sales-scopes.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'

/** A role as stored. */
export interface RoleRow {
  id: number
  uid: string
  rev: number
  name: string
  modules: Permission[]
  active: boolean
  sales_report: SalesReportScope
  sales_invoice: SalesInvoiceScope
  created: Date
}

interface Counted extends RoleRow {
  users: number
}

export interface RoleFilter {
  k?: string | undefined
  status?: '0' | '1' | undefined
}

const inUse = ({ k, status }: RoleFilter) => {
  const conditions = [
    sql<SqlBool>`r.hidden is null`,
    ...searchConditions([sql.ref('r.name')], k),
    ...(status === undefined ? [] : [sql<SqlBool>`r.active = ${status === '1'}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Selects roles by number, with the number of people who have each. */
export async function selectRoles(
  tx: Tx,
  { clientId }: Pick<Caller, 'clientId'>,
  filter: RoleFilter,
  { limit, start }: { limit: number; start: number },
): Promise<RoleRecord[]> {
  const { rows } = await sql<Counted>`
    select r.id, r.uid, r.rev, r.name, r.modules, r.active, r.sales_report, r.sales_invoice, r.created,
      (select count(*)::int from app_user u
        where u.client_id = r.client_id and u.role_id = r.id and u.hidden is null) as users
    from role r where r.client_id = ${clientId} and ${inUse(filter)}
    order by lower(r.name), r.id limit ${limit} offset ${start}`.execute(tx)
  return rows.map(toRecord)
}

export async function countRoles(tx: Tx, { clientId }: Caller, filter: RoleFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from role r where r.client_id = ${clientId} and ${inUse(filter)} limit ${COUNT_CAP}) as counted`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Returns one role, or undefined if there is no active role with this number. */
export async function findRoleRecord(
  tx: Tx,
  { clientId }: Caller,
  id: number,
): Promise<RoleRecord | undefined> {
  const { rows } = await sql<Counted>`
    select r.*, (select count(*)::int from app_user u
      where u.client_id = r.client_id and u.role_id = r.id and u.hidden is null) as users
    from role r where r.client_id = ${clientId} and r.id = ${id} and r.hidden is null`.execute(tx)
  return rows[0] && toRecord(rows[0])
}

/** Selects the roles with these uids that are not deleted. */
export async function selectRolesByUid(
  tx: Tx,
  { clientId }: Caller,
  uids: readonly string[],
): Promise<RoleRecord[]> {
  const { rows } = await sql<Counted>`
    select r.*, (select count(*)::int from app_user u
      where u.client_id = r.client_id and u.role_id = r.id and u.hidden is null) as users
    from role r where r.client_id = ${clientId} and r.hidden is null and r.uid = any(${[...uids]}::uuid[])`.execute(
    tx,
  )
  return rows.map(toRecord)
}

/**
 * Returns the role with this number or uid, locked for a change, including deleted ones; undefined if it never
 * existed.
 */
export async function lockRole(
  tx: Tx,
  { clientId }: Caller,
  id: number | string,
): Promise<(RoleRow & { hidden: Date | null }) | undefined> {
  const { rows } = await sql<RoleRow & { hidden: Date | null }>`select * from role
    where client_id = ${clientId} and ${typeof id === 'number' ? sql`id = ${id}` : sql`uid = ${id}`} for update`.execute(
    tx,
  )
  return rows[0]
}

function toRecord(row: Counted): RoleRecord {
  return {
    id: row.id,
    uid: row.uid,
    rev: row.rev,
    created: row.created.toISOString(),
    title: row.name,
    status: row.active ? 1 : 0,
    sales_report: row.sales_report,
    sales_invoice: row.sales_invoice,
    app_modules: row.modules.map(moduleId).sort((a, b) => a - b),
    users: row.users,
  }
}
