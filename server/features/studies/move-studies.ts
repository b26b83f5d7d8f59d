import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { amongMoved, type RecordMove } from '#server/kernel/database/record-move.ts'
import { forgetAskedLinks } from '../report-codes/public/forget-asked-links.ts'
import { studyScopes } from './public/store.ts'

/** Moves the studies of one patient to another, announces them, and returns their ids. */
export async function moveStudies(ctx: Context, { from, to, only }: RecordMove): Promise<string[]> {
  const { tx, caller, changed } = ctx
  const rows = await tx
    .updateTable('study')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('patient_id', '=', from)
    .where(amongMoved(only))
    .returningAll()
    .execute()
  for (const row of rows)
    if (!row.hidden) changed({ type: 'study', id: row.id, rev: row.rev, scopes: studyScopes(row) })
  const ids = rows.map(({ id }) => id)
  // Revokes links that were requested by the person whom the centre mistook for the other one.
  await forgetAskedLinks(ctx, caller.clientId, ids, 'gone')
  return ids
}
