import { Refusal } from '#contract/kernel/error-codes.ts'
import type { CommentType } from '#domain/study/comment-types.ts'
import type { Context } from '#server/kernel/context.ts'
import type { CommentTable, StoredComment } from '../comment-table.ts'

/** A new comment; `owner_id` is the id of its study or visit. */
export interface NewComment {
  id: string
  owner_id: string
  type: CommentType
  comment: string
  is_dr_comment: boolean
}

/**
 * Adds the caller's comment and returns it in wire format. A repeat with the same id returns the same record. Throws
 * `id_reused` if the id belongs to another text, owner or author.
 */
export async function addComment<Body>(
  ctx: Context,
  table: CommentTable<Body>,
  comment: NewComment,
): Promise<Body> {
  const { clientId, userId } = ctx.caller
  const known = await table.find(ctx.tx, clientId, comment.id)
  if (known) demandSame(known, comment, userId)
  else {
    await table.insert(ctx.tx, {
      client_id: clientId,
      ...comment,
      comment_by: userId,
      created: ctx.now,
    })
    await note(ctx, 'add', table, comment)
  }
  const [body] = await table.byId(ctx.tx, [comment.id])
  if (!body) throw new Error('a comment that was just written is not there')
  return body
}

/** Hides a comment, once; returns its new revision. */
export async function hideComment<Body>(
  ctx: Context,
  table: CommentTable<Body>,
  comment: StoredComment,
): Promise<{ id: string; rev: number }> {
  if (comment.hidden) return comment
  const hidden = await table.hide(ctx.tx, ctx.caller, comment.id, ctx.now)
  await note(ctx, 'delete', table, comment)
  return hidden
}

function note<Body>(
  ctx: Context,
  action: 'add' | 'delete',
  { place: { audited } }: CommentTable<Body>,
  { id, owner_id, type }: Pick<StoredComment, 'id' | 'owner_id' | 'type'>,
): Promise<void> {
  return ctx.audit(action, audited.entity, id, { [audited.owner]: owner_id, type })
}

function demandSame(known: StoredComment, comment: NewComment, userId: string): void {
  const isSame =
    known.owner_id === comment.owner_id &&
    known.comment === comment.comment &&
    known.type === comment.type &&
    known.comment_by === userId
  if (!isSame) throw new Refusal('id_reused')
}
