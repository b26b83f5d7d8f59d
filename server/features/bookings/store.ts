import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type BookingStatus, isRequested } from '#domain/status/booking-status.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import type { BookingRequest } from '#server/kernel/database/schema.ts'
import { seesVisits, visitsScope } from '#server/kernel/scopes.ts'
import { settleRequest } from '../notifications/public/events.ts'
import { selectBookingRows } from './public/booking-row.ts'

type RequestsBuilder = ExpressionBuilder<{ r: { client_id: string; branch_id: string | null } }, 'r'>

/** A stored request, locked for this transaction. */
export type LockedBooking = Selectable<BookingRequest> & { status: BookingStatus }

/**
 * Requests that the caller may open, as a condition over `r`: those of the caller's branches; only administrators see
 * requests without a branch.
 */
export function visibleBookings(caller: Caller): (eb: RequestsBuilder) => Expression<SqlBool> {
  if (!seesVisits(caller)) return () => sql<SqlBool>`false`
  return (eb) =>
    eb.and([
      eb('r.client_id', '=', caller.clientId),
      ...(caller.isClientAdmin ? [] : [equalsAny(eb.ref('r.branch_id'), caller.branchIds)]),
    ])
}

/** Returns the scopes of a request: those of its branch, if it names one. */
export const bookingScopes = ({ branch_id }: { branch_id: string | null }): string[] => [
  visitsScope(branch_id),
]

/** Announces a new or changed request to the feed. */
export function bookingChanged(
  ctx: Pick<Context, 'changed'>,
  { id, rev, branch_id }: { id: string; rev: number; branch_id: string | null },
): void {
  ctx.changed({ type: 'booking_request', id, rev, scopes: bookingScopes({ branch_id }) })
}

/** Locks the request of a change; throws `not_found` outside the caller's rights. */
export async function lockBooking({ tx, caller }: Context, id: string): Promise<LockedBooking> {
  const request = await tx
    .selectFrom('booking_request as r')
    .selectAll('r')
    .where('r.id', '=', id)
    .where('r.hidden', 'is', null)
    .where(visibleBookings(caller))
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new Refusal('not_found')
  return { ...request, status: request.status as BookingStatus }
}

/** Writes the change with the next revision, announces it to the feed, and returns the request in wire format. */
export async function changeBooking(
  ctx: Context,
  request: LockedBooking,
  change: Updateable<BookingRequest>,
): Promise<BookingRow> {
  const after = await ctx.tx
    .updateTable('booking_request')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', request.client_id)
    .where('id', '=', request.id)
    .returning(['client_id', 'id', 'rev', 'branch_id', 'status'])
    .executeTakeFirstOrThrow()
  bookingChanged(ctx, after)
  if (!isRequested(after.status as BookingStatus)) await settleRequest(ctx, after)
  const [row] = await selectBookingRows(ctx.tx, [after.id])
  if (!row) throw new Error('a request that was just written is not there')
  return row
}

/** Hides the requests of a branch that are still waiting; returns them. */
export async function hideRequested(
  { tx, caller, now }: Context,
  branchId: string,
  waiting: BookingStatus,
): Promise<{ id: string; rev: number }[]> {
  return tx
    .updateTable('booking_request')
    .set({ hidden: now, hidden_by_id: caller.userId, rev: sql`rev + 1` })
    .where('client_id', '=', caller.clientId)
    .where('branch_id', '=', branchId)
    .where('status', '=', waiting)
    .where('hidden', 'is', null)
    .returning(['id', 'rev'])
    .execute()
}
