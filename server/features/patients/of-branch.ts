import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { patientsScope } from '#server/kernel/scopes.ts'

/*
 * Which branches a patient belongs to (docs/decisions/256): each branch with a visit, a booking request or a study of
 * the patient; without any of these, the branches of the person who registered the patient.
 */

/** The sources of a patient's branches; deleted rows do not count. */
const SOURCES = [
  { table: 'visit', shown: sql`true` },
  { table: 'booking_request', shown: sql`r.hidden is null` },
  { table: 'study', shown: sql`r.hidden is null` },
] as const

interface Known {
  patient_id: string
  branch_id: string
}

const array = (ids: readonly string[]) => sql`${[...ids]}::uuid[]`

const CLIENT_ID = sql`nullif(current_setting('app.client_id', true), '')::uuid`

/**
 * Matches patients of `of` with some record; `at` narrows the records. Uses scalar subqueries so that each row uses
 * the index over its patient: with `exists`, PostgreSQL would read every record of a branch.
 */
const hasRecord = (at: RawBuilder<unknown>, of = sql.ref('p')) =>
  sql<SqlBool>`(${sql.join(
    SOURCES.map(
      ({ table, shown }) => sql`(select true from ${sql.table(table)} r
        where r.client_id = ${of}.client_id and r.patient_id = ${of}.id and ${shown} and ${at} limit 1) is true`,
    ),
    sql` or `,
  )})`

/** Selects the patient ids of the records that `at` matches, with duplicates. */
const idsAmongRecords = (at: RawBuilder<unknown>) =>
  sql.join(
    SOURCES.map(
      ({ table, shown }) => sql`select r.patient_id from ${sql.table(table)} r
        where r.client_id = ${CLIENT_ID} and r.patient_id is not null and ${shown} and ${at}`,
    ),
    sql` union all `,
  )

const isAnywhere = (of = sql.ref('p')) => hasRecord(sql`r.branch_id is not null`, of)

/** Matches patients who were registered by somebody that `condition` (over `u`) matches; the people are read once. */
const isRegisteredBy = (condition: RawBuilder<unknown>, of = sql.ref('p')) =>
  sql<SqlBool>`${of}.created_by = any(array(select u.id from app_user u where u.client_id = ${CLIENT_ID} and ${condition}))`

/**
 * Returns the condition over `p` for patients of any of these branches. `each` checks patient by patient, for queries
 * of a few;
 * `all` reads the records of the branches first, for queries over the whole register.
 */
export function ofBranches(branchIds: readonly string[], how: 'each' | 'all' = 'each'): RawBuilder<SqlBool> {
  if (branchIds.length === 0) return sql<SqlBool>`false`
  const ids = array(branchIds)
  const isThere = sql`r.branch_id = any(${ids})`
  const isOfRegistrar = sql`u.branch_ids && ${ids}`
  if (how === 'each')
    return sql<SqlBool>`(${hasRecord(isThere)} or (${isRegisteredBy(isOfRegistrar)} and not ${isAnywhere()}))`
  const q = sql.ref('q')
  return sql<SqlBool>`p.id in (${idsAmongRecords(isThere)} union all
    select q.id from patient q where q.client_id = ${CLIENT_ID} and q.hidden is null
      and ${isRegisteredBy(isOfRegistrar, q)} and not ${isAnywhere(q)})`
}

/** Returns true if records of these branches name at least `enough` patients; stops counting there. */
export async function hasManyPatients(
  tx: Tx,
  branchIds: readonly string[],
  enough: number,
): Promise<boolean> {
  const isThere = sql`r.branch_id = any(${array(branchIds)})`
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from (select distinct patient_id from (${idsAmongRecords(isThere)}) records) known
    join patient p on p.client_id = ${CLIENT_ID} and p.id = known.patient_id and p.hidden is null
    limit ${enough}) counted`.execute(tx)
  return rows[0]?.n === enough
}

/** Matches patients of no branch, over `p`; only administrators see them. */
export const ofNoBranch = sql<SqlBool>`(not ${isAnywhere()} and not coalesce(${isRegisteredBy(sql`u.branch_ids <> '{}'`)}, false))`

/** Returns the condition over `p` for patients of the caller's branches; an administrator sees all. */
export const known = (
  { isClientAdmin, branchIds }: Caller,
  how: 'each' | 'all' = 'each',
): RawBuilder<SqlBool> => (isClientAdmin ? sql<SqlBool>`true` : ofBranches(branchIds, how))

/** Returns the branches of each of these patients; empty for a patient of no branch. */
export async function selectBranchesOf(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map(ids.map((id) => [id, new Set<string>()]))
  if (ids.length === 0) return new Map()
  const note = (rows: readonly Known[]) => {
    for (const { patient_id, branch_id } of rows) found.get(patient_id)?.add(branch_id)
  }
  const parts = SOURCES.map(
    ({ table, shown }) => sql`(select r.patient_id, r.branch_id from ${sql.table(table)} r
      where r.client_id = ${clientId} and r.patient_id = any(${array(ids)}) and ${shown} and r.branch_id is not null)`,
  )
  note((await sql<Known>`${sql.join(parts, sql` union all `)}`.execute(tx)).rows)
  const unknown = ids.filter((id) => found.get(id)?.size === 0)
  if (unknown.length > 0)
    note(
      (
        await sql<Known>`select p.id as patient_id, b.id as branch_id from patient p
          join app_user u on u.client_id = p.client_id and u.id = p.created_by
          join branch b on b.client_id = p.client_id and b.id = any(u.branch_ids)
          where p.client_id = ${clientId} and p.id = any(${array(unknown)})`.execute(tx)
      ).rows,
    )
  return new Map([...found].map(([id, branches]) => [id, [...branches].sort()]))
}

/** Returns the feed scopes of a patient of these branches. */
export const patientScopes = (branchIds: readonly string[] = []): string[] =>
  branchIds.length > 0 ? branchIds.map(patientsScope) : [patientsScope(null)]

/** Returns the patients in `ids` who are of none of the caller's branches; access to them is audited. */
export async function selectOutside(tx: Tx, caller: Caller, ids: readonly string[]): Promise<string[]> {
  if (caller.isClientAdmin || ids.length === 0) return []
  const branches = await selectBranchesOf(tx, caller.clientId, ids)
  return ids.filter((id) => !branches.get(id)?.some((branch) => caller.branchIds.includes(branch)))
}

/** Returns true if the patient had a record at the branch before the one that was just written. */
export async function hasOlderRecord(
  tx: Tx,
  clientId: string,
  patientId: string,
  branchId: string,
): Promise<boolean> {
  const parts = SOURCES.map(
    ({ table, shown }) => sql`(select 1 from ${sql.table(table)} r where r.client_id = ${clientId}
      and r.patient_id = ${patientId} and r.branch_id = ${branchId} and ${shown} limit 2)`,
  )
  const { rows } = await sql`${sql.join(parts, sql` union all `)} limit 2`.execute(tx)
  return rows.length > 1
}
