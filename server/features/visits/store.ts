import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { PricedVisit } from '#contract/calls/priced-visit.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { seesVisits, visitsScope } from '#server/kernel/scopes.ts'
import { equalsAny } from '../studies/equals-any.ts'
import { selectVisitHeaders } from './header-rows.ts'
import { selectVisitMachines, selectVisitServices } from './service-rows.ts'

type VisitsBuilder = ExpressionBuilder<{ v: { client_id: string; branch_id: string } }, 'v'>

/** Visits that the caller may open, as a condition over `v`: of the client, at the own branches. */
export function visibleVisits(caller: Caller): (eb: VisitsBuilder) => Expression<SqlBool> {
  if (!seesVisits(caller)) return () => sql<SqlBool>`false`
  return (eb) =>
    eb.and([
      eb('v.client_id', '=', caller.clientId),
      ...(caller.isClientAdmin ? [] : [equalsAny(eb.ref('v.branch_id'), caller.branchIds)]),
    ])
}

/** The same rule for one visit that was read already. */
export function canSeeVisit(caller: Caller, visit: { client_id: string; branch_id: string }): boolean {
  const isOfClient = visit.client_id === caller.clientId
  return (
    seesVisits(caller) && isOfClient && (caller.isClientAdmin || caller.branchIds.includes(visit.branch_id))
  )
}

/** Scopes of a visit, and of all that stands with it: those of its branch. */
export const visitScopes = ({ branch_id }: { branch_id: string }): string[] => [visitsScope(branch_id)]

/**
 * Visits as they travel, in the order of `ids`, in three statements however many they are. Rights are the caller's
 * matter: ids come from a query that asked for them.
 */
export async function selectVisitRows(
  tx: Tx,
  { clientId }: Caller,
  ids: readonly string[],
): Promise<PricedVisit[]> {
  if (ids.length === 0) return []
  const headers = await selectVisitHeaders(tx, clientId, ids)
  const machines = await selectVisitMachines(tx, clientId, ids)
  const services = await selectVisitServices(tx, clientId, ids)
  const byId = new Map(headers.map((header) => [header.id, header]))
  return ids.flatMap((id) => {
    const header = byId.get(id)
    return header ? [{ ...header, machines: machines.get(id) ?? [], services: services.get(id) ?? [] }] : []
  })
}

/** One visit as it travels, for a change that holds its lock. */
export async function getVisitRow(tx: Tx, caller: Caller, id: string): Promise<PricedVisit> {
  const [row] = await selectVisitRows(tx, caller, [id])
  if (!row) throw new Error('a visit that is locked is not there')
  return row
}

/** Of these ids, the visits that the caller may open. */
export async function selectVisibleVisitIds(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('visit as v')
    .select('v.id')
    .where('v.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where(visibleVisits(caller))
    .execute()
  return rows.map(({ id }) => id)
}

/** One visit as stored, or undefined where there is none or it is outside the caller's rights. */
export async function findVisibleVisit(tx: Tx, caller: Caller, id: string) {
  const visit = await tx
    .selectFrom('visit as v')
    .selectAll()
    .where('v.id', '=', id)
    .where(visibleVisits(caller))
    .executeTakeFirst()
  return visit && { ...visit, status: visit.status as VisitStatus }
}
