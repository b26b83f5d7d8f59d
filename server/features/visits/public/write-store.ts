import { type Selectable, sql, type Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import { noteProgress } from '#server/features/order-status/public/note-progress.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Visit } from '#server/kernel/database/schema.ts'
import { canSeeVisit, visitScopes } from './store.ts'

/** A visit as stored, locked for this transaction. */
export type LockedVisit = Selectable<Visit> & { status: VisitStatus }

/** The part of the context that a write needs; a person's call and a server job both provide it. */
export type VisitWriteContext = Pick<Context, 'tx' | 'now' | 'changed' | 'addJob'>

/**
 * Locks the visit of a change, before any of its parts (docs/sync.md#on-the-server: aggregate root first). Throws
 * `not_found` outside the caller's rights, before the response reveals anything.
 */
export async function lockVisit(ctx: Context, id: string): Promise<LockedVisit> {
  const visit = await findLockedVisit(ctx, ctx.caller.clientId, id)
  if (!visit || !canSeeVisit(ctx.caller, visit)) throw new Refusal('not_found')
  return visit
}

/**
 * Locks and returns the client's visit with that id without checking rights; for changes that follow from another
 * change.
 */
export async function findLockedVisit(
  { tx }: Pick<VisitWriteContext, 'tx'>,
  clientId: string,
  id: string,
): Promise<LockedVisit | undefined> {
  const visit = await tx
    .selectFrom('visit')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return visit as LockedVisit | undefined
}

/**
 * Writes the change with the next revision and announces it to the feed; returns the revision. Updates `visit` in
 * memory to the stored state, so that several changes can follow under one lock. Reports the new progress of a
 * hospital's order to the hospital that sent it.
 */
export async function changeVisit(
  ctx: VisitWriteContext,
  visit: LockedVisit,
  change: Updateable<Visit>,
): Promise<number> {
  const after = await ctx.tx
    .updateTable('visit')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', visit.client_id)
    .where('id', '=', visit.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const isOthers = visit.booking_request_id !== after.booking_request_id
  Object.assign(visit, after)
  ctx.changed({ type: 'visit', id: after.id, rev: after.rev, scopes: visitScopes(after) })
  if (isOthers || change.status !== undefined) await noteProgress(ctx, visit)
  return after.rev
}
