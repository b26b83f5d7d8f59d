import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { visitsScope } from '#server/kernel/scopes.ts'
import { forgetAskedLinks } from '../notices/end-asked-links.ts'
import { studyScopes } from '../studies/store.ts'
import type { Moved } from './merge-store.ts'

type Records = Omit<Moved, 'fields'>

/**
 * The source and target record; `only` limits the move to these records and skips those that have another owner by
 * now.
 */
export interface Move {
  from: string
  to: string
  only?: Records
}

/**
 * Moves visits, studies, consents and requests from one patient to another, announces them to devices, and returns
 * what moved.
 */
export async function moveRecords(ctx: Context, move: Move): Promise<Records> {
  const visits = await moveVisits(ctx, move)
  const studies = await moveStudies(ctx, move)
  const consents = await moveConsents(ctx, move)
  const requests = await moveRequests(ctx, move)
  return { visits, studies, consents, requests }
}

const among = (ids: readonly string[] | undefined) =>
  ids === undefined ? sql<boolean>`true` : sql<boolean>`id = any(${[...ids]}::uuid[])`

async function moveVisits({ tx, caller, changed }: Context, { from, to, only }: Move): Promise<string[]> {
  const rows = await tx
    .updateTable('visit')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', from)
    .where(among(only?.visits))
    .returning(['id', 'rev', 'branch_id'])
    .execute()
  for (const { id, rev, branch_id } of rows)
    changed({ type: 'visit', id, rev, scopes: [visitsScope(branch_id)] })
  return rows.map(({ id }) => id)
}

async function moveStudies(ctx: Context, { from, to, only }: Move): Promise<string[]> {
  const { tx, caller, changed } = ctx
  const rows = await tx
    .updateTable('study')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', from)
    .where(among(only?.studies))
    .returningAll()
    .execute()
  for (const row of rows)
    if (!row.hidden) changed({ type: 'study', id: row.id, rev: row.rev, scopes: studyScopes(row) })
  const ids = rows.map(({ id }) => id)
  // Revokes links that were requested by the person whom the centre mistook for the other one.
  await forgetAskedLinks(ctx, caller.clientId, ids, 'gone')
  return ids
}

async function moveConsents({ tx, caller, changed }: Context, { from, to, only }: Move): Promise<string[]> {
  const rows = await tx
    .updateTable('patient_consent')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', from)
    .where(among(only?.consents))
    .returning(['id', 'rev', 'visit_id'])
    .execute()
  const visitIds = [...new Set(rows.map((row) => row.visit_id))]
  const visits = await tx
    .selectFrom('visit')
    .select(['id', 'branch_id'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', sql<string>`any(${visitIds}::uuid[])`)
    .execute()
  const branchOf = new Map(visits.map(({ id, branch_id }) => [id, branch_id]))
  for (const { id, rev, visit_id } of rows)
    changed({ type: 'consent', id, rev, scopes: [visitsScope(branchOf.get(visit_id) ?? null)] })
  return rows.map(({ id }) => id)
}

async function moveRequests({ tx, caller, changed }: Context, { from, to, only }: Move): Promise<string[]> {
  const rows = await tx
    .updateTable('booking_request')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', from)
    .where(among(only?.requests))
    .returning(['id', 'rev', 'branch_id', 'hidden'])
    .execute()
  for (const { id, rev, branch_id, hidden } of rows)
    if (!hidden) changed({ type: 'booking_request', id, rev, scopes: [visitsScope(branch_id)] })
  return rows.map(({ id }) => id)
}
