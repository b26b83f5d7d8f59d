import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { PricedVisit } from '#contract/calls/priced-visit.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import { seesVisits, visitsScope } from '#server/kernel/scopes.ts'
import { selectVisitHeaders } from '../reading/header-rows.ts'
import { selectVisitMachines, selectVisitServices } from '../reading/service-rows.ts'

type VisitsBuilder = ExpressionBuilder<{ v: { client_id: string; branch_id: string } }, 'v'>

/**
 * Returns the condition, over `v`, for visits that the caller may open: those of the client, at the caller's
 * branches.
 */
export function visibleVisits(caller: Caller): (eb: VisitsBuilder) => Expression<SqlBool> {
  if (!seesVisits(caller)) return () => sql<SqlBool>`false`
  return (eb) =>
    eb.and([
      eb('v.client_id', '=', caller.clientId),
      ...(caller.isClientAdmin ? [] : [equalsAny(eb.ref('v.branch_id'), caller.branchIds)]),
    ])
}

/** Applies the same rule to one visit that was already read. */
export function canSeeVisit(caller: Caller, visit: { client_id: string; branch_id: string }): boolean {
  const isOfClient = visit.client_id === caller.clientId
  return (
    seesVisits(caller) && isOfClient && (caller.isClientAdmin || caller.branchIds.includes(visit.branch_id))
  )
}

/** Returns the feed scopes of a visit and its parts: those of its branch. */
export const visitScopes = ({ branch_id }: { branch_id: string }): string[] => [visitsScope(branch_id)]

/**
 * Returns visits in wire format, in the order of `ids`, in three statements regardless of their number. Does not
 * check rights: the query that selected the ids must have done so.
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

/** Returns one visit in wire format, for a change that holds its lock. */
export async function getVisitRow(tx: Tx, caller: Caller, id: string): Promise<PricedVisit> {
  const [row] = await selectVisitRows(tx, caller, [id])
  if (!row) throw new Error('a visit that is locked is not there')
  return row
}

/** Returns those of the given ids whose visits the caller may open. */
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

/** Returns one visit as stored, or undefined if it does not exist or is outside the caller's rights. */
export async function findVisibleVisit(tx: Tx, caller: Caller, id: string) {
  const visit = await tx
    .selectFrom('visit as v')
    .selectAll()
    .where('v.id', '=', id)
    .where(visibleVisits(caller))
    .executeTakeFirst()
  return visit && { ...visit, status: visit.status as VisitStatus }
}
