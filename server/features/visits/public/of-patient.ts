import { sql } from 'kysely'
import { VISIT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import type { Context } from '#server/kernel/context.ts'
import { amongMoved, type RecordMove } from '#server/kernel/database/record-move.ts'
import { visitsScope } from '#server/kernel/scopes.ts'

const DAY_MS = 86_400_000

/** Moves the visits of one patient to another, announces them, and returns their ids. */
export async function moveVisits(
  { tx, caller, changed }: Context,
  { from, to, only }: RecordMove,
): Promise<string[]> {
  const rows = await tx
    .updateTable('visit')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', from)
    .where(amongMoved(only))
    .returning(['id', 'rev', 'branch_id'])
    .execute()
  for (const { id, rev, branch_id } of rows)
    changed({ type: 'visit', id, rev, scopes: [visitsScope(branch_id)] })
  return rows.map(({ id }) => id)
}

/**
 * Increments the revision of recent visits of a patient whose shown fields changed, because devices hold them with
 * those fields.
 */
export async function visitsOfPatientChanged(ctx: Context, patientId: string): Promise<void> {
  const from = new Date(ctx.now.getTime() - (VISIT_WINDOW_DAYS + 1) * DAY_MS)
  const visits = await ctx.tx
    .updateTable('visit')
    .set({ rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('patient_id', '=', patientId)
    .where('start_dt', '>=', from)
    .returning(['id', 'rev', 'branch_id'])
    .execute()
  for (const { id, rev, branch_id } of visits)
    ctx.changed({ type: 'visit', id, rev, scopes: [visitsScope(branch_id)] })
}
