import { type Selectable, sql, type Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Visit } from '#server/kernel/database/schema.ts'
import { noteProgress } from '../order-status/note-progress.ts'
import { canSeeVisit, visitScopes } from './store.ts'

/** A visit as stored, locked for this transaction. */
export type LockedVisit = Selectable<Visit> & { status: VisitStatus }

/** What a write needs of its context: whoever writes, a person or the house itself. */
export type VisitWork = Pick<Context, 'tx' | 'now' | 'changed' | 'addJob'>

/**
 * Locks the visit that a change is about, before anything under it (docs/sync.md#on-the-server: aggregate root first).
 * Outside the caller's rights it does not exist: the rights are asked before anything else is told.
 */
export async function lockVisit(ctx: Context, id: string): Promise<LockedVisit> {
  const visit = await findLockedVisit(ctx, ctx.caller.clientId, id)
  if (!visit || !canSeeVisit(ctx.caller, visit)) throw new Refusal('not_found')
  return visit
}

/** The client's visit of that id, locked, whatever anybody's rights: for what follows from a change elsewhere. */
export async function findLockedVisit(
  { tx }: Pick<VisitWork, 'tx'>,
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
 * Writes the change with the next revision and tells the feed; returns the revision. What `visit` holds in memory is
 * brought to what is stored, so that several changes may follow one another under one lock. What the order of a hospital
 * becomes by it is told to who sent it.
 */
export async function changeVisit(
  ctx: VisitWork,
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
