import { type Insertable, type Selectable, sql } from 'kysely'
import type { VisitCommentRow } from '#contract/calls/visit-records.ts'
import type { CommentType } from '#domain/study/comment-types.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { VisitComment } from '#server/kernel/database/schema.ts'

/** Comments of visits as they travel, whatever the caller's rights. */
export async function selectVisitComments(
  tx: Tx,
  _caller: Caller,
  ids: readonly string[],
): Promise<VisitCommentRow[]> {
  if (ids.length === 0) return []
  const rows = await named(tx)
    .where('c.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toRow)
}

/** What is shown of a visit's comments, oldest first. */
export async function selectCommentsOfVisit(tx: Tx, visitId: string): Promise<VisitCommentRow[]> {
  const rows = await named(tx)
    .where('c.visit_id', '=', visitId)
    .where('c.hidden', 'is', null)
    .orderBy('c.created')
    .orderBy('c.id')
    .execute()
  return rows.map(toRow)
}

/** The comment of that id, deleted ones among them. */
export function findVisitComment(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('visit_comment')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertVisitComment(tx: Tx, comment: Insertable<VisitComment>): Promise<void> {
  await tx.insertInto('visit_comment').values(comment).execute()
}

/** Hides a comment and returns its new revision: it stays for the record. */
export async function hideVisitComment(
  tx: Tx,
  { clientId, userId }: Caller,
  id: string,
  now: Date,
): Promise<{ id: string; rev: number }> {
  return tx
    .updateTable('visit_comment')
    .set({ hidden: now, hidden_by_id: userId, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(['id', 'rev'])
    .executeTakeFirstOrThrow()
}

function named(tx: Tx) {
  return tx
    .selectFrom('visit_comment as c')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'c.client_id').onRef('u.id', '=', 'c.comment_by'),
    )
    .selectAll('c')
    .select('u.name')
}

function toRow(row: Selectable<VisitComment> & { name: string | null }): VisitCommentRow {
  return {
    id: row.id,
    rev: row.rev,
    appt_id: row.visit_id,
    comment: row.comment,
    type: row.type as CommentType,
    comment_by: row.name ?? '',
    comment_by_id: row.comment_by,
    created: row.created.toISOString(),
    is_dr_comment: row.is_dr_comment ? 1 : 0,
  }
}
