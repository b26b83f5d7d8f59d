import { type Insertable, type Selectable, sql } from 'kysely'
import type { CommentRow } from '#contract/calls/study-parts.ts'
import type { CommentType } from '#domain/study/comment-types.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { StudyComment } from '#server/kernel/database/schema.ts'

/** Comments as they travel, whatever the caller's rights. */
export async function selectComments(tx: Tx, _caller: Caller, ids: readonly string[]): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  const rows = await named(tx)
    .where('c.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(toCommentRow)
}

/** What is shown of a study's comments, oldest first. */
export async function selectCommentsOfStudy(
  tx: Tx,
  studyId: string,
  type: CommentType | undefined,
): Promise<CommentRow[]> {
  let query = named(tx).where('c.study_id', '=', studyId).where('c.hidden', 'is', null)
  if (type) query = query.where('c.type', '=', type)
  return (await query.orderBy('c.created').orderBy('c.id').execute()).map(toCommentRow)
}

/** The comment of that id, deleted ones among them. */
export function findComment(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('study_comment')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertComment(tx: Tx, comment: Insertable<StudyComment>): Promise<void> {
  await tx.insertInto('study_comment').values(comment).execute()
}

/** Hides a comment and returns its new revision: it stays for the record. */
export async function hideComment(
  tx: Tx,
  { clientId, userId }: Caller,
  id: string,
  now: Date,
): Promise<{ id: string; rev: number }> {
  return tx
    .updateTable('study_comment')
    .set({ hidden: now, hidden_by_id: userId, rev: sql`rev + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning(['id', 'rev'])
    .executeTakeFirstOrThrow()
}

function named(tx: Tx) {
  return tx
    .selectFrom('study_comment as c')
    .leftJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'c.client_id').onRef('u.id', '=', 'c.comment_by'),
    )
    .selectAll('c')
    .select('u.name')
}

function toCommentRow(row: Selectable<StudyComment> & { name: string | null }): CommentRow {
  return {
    id: row.id,
    rev: row.rev,
    study_id: row.study_id,
    comment: row.comment,
    type: row.type as CommentType,
    comment_by: row.name ?? '',
    comment_by_id: row.comment_by,
    created: row.created.toISOString(),
    is_dr_comment: row.is_dr_comment ? 1 : 0,
  }
}
