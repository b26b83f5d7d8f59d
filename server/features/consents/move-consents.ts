import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { amongMoved, type RecordMove } from '#server/kernel/database/record-move.ts'
import { visitsScope } from '#server/kernel/scopes.ts'

/** Moves the consents of one patient to another, announces them, and returns their ids. */
export async function moveConsents(
  { tx, caller, changed }: Context,
  { from, to, only }: RecordMove,
): Promise<string[]> {
  const rows = await tx
    .updateTable('patient_consent')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', from)
    .where(amongMoved(only))
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
