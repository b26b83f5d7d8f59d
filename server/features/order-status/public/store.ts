import { type Selectable, sql } from 'kysely'
import type { OrderStatusRow } from '#contract/calls/integrations.ts'
import type { OrderState } from '#domain/order/order-progress.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { OrderStatusDispatch } from '#server/kernel/database/schema.ts'

/** A state of an order that is sent to the order's sender. */
export type StatusDispatch = Selectable<OrderStatusDispatch>

/** Matches a state `d` that was not accepted and not superseded by a later one of its order; it is sent again. */
export const FAILED_STATE = sql<boolean>`(d.state = 'Failed' and not exists (
  select from order_status_dispatch o where o.client_id = d.client_id
    and o.booking_request_id = d.booking_request_id and o.place > d.place and o.state = 'Sent'))`

/** How long a run may lock an order: longer than one message takes. */
const LEASE_MS = 2 * 60_000

/** Thrown if another run sends the states of the same order now; the queue retries. */
export class OrderBusyError extends Error {
  constructor() {
    super('another run sends the states of this order')
    this.name = 'OrderBusyError'
  }
}

/**
 * Takes the next state of an order to send, so that no other run sends it concurrently. Returns undefined if none is
 * left; skips superseded states and those in `tried`. Throws OrderBusyError.
 */
export async function takeNext(
  tx: Tx,
  {
    clientId,
    requestId,
    tried,
    now,
  }: { clientId: string; requestId: string; tried: ReadonlySet<string>; now: Date },
): Promise<StatusDispatch | undefined> {
  const rows = await tx
    .selectFrom('order_status_dispatch')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('booking_request_id', '=', requestId)
    .orderBy('place')
    .forUpdate()
    .execute()
  if (rows.some(({ leased_until }) => leased_until !== null && leased_until > now)) throw new OrderBusyError()
  const sent = Math.max(-1, ...rows.filter(({ state }) => state === 'Sent').map(({ place }) => place))
  const next = rows.find(({ id, state, place }) => state !== 'Sent' && place > sent && !tried.has(id))
  if (next)
    await tx
      .updateTable('order_status_dispatch')
      .set({ leased_until: new Date(now.getTime() + LEASE_MS) })
      .where('client_id', '=', clientId)
      .where('id', '=', next.id)
      .execute()
  return next
}

/** Stores the outcome of an attempt and releases the order. */
export async function settleStatus(
  tx: Tx,
  { client_id, id }: StatusDispatch,
  outcome: { state: 'Sent' | 'Failed'; ack: string; last_error: string; sent: Date | null },
): Promise<void> {
  await tx
    .updateTable('order_status_dispatch')
    .set({ ...outcome, attempts: sql`attempts + 1`, leased_until: null })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .execute()
}

/** Returns true if a state of the order was not accepted, and no later one was since. */
export async function hasFailedState(
  tx: Tx,
  { client_id, booking_request_id }: Pick<StatusDispatch, 'client_id' | 'booking_request_id'>,
): Promise<boolean> {
  const { rows } = await sql<{ failed: boolean }>`
    select exists (select from order_status_dispatch d where d.client_id = ${client_id}
      and d.booking_request_id = ${booking_request_id} and ${FAILED_STATE}) as failed`.execute(tx)
  return rows[0]?.failed ?? false
}

/** Returns when a state of the order was last accepted; undefined if none was yet. */
export async function selectLastSent(
  tx: Tx,
  { client_id, booking_request_id }: Pick<StatusDispatch, 'client_id' | 'booking_request_id'>,
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('order_status_dispatch')
    .select('sent')
    .where('client_id', '=', client_id)
    .where('booking_request_id', '=', booking_request_id)
    .where('state', '=', 'Sent')
    .orderBy('sent', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sent ?? undefined
}

/** Selects the states sent to the sender of a study's order, oldest first. */
export async function selectOrderStatuses(
  tx: Tx,
  clientId: string,
  studyId: string,
): Promise<OrderStatusRow[]> {
  const rows = await tx
    .selectFrom('study as s')
    .innerJoin('visit_service as e', (on) =>
      on.onRef('e.client_id', '=', 's.client_id').onRef('e.id', '=', 's.visit_service_id'),
    )
    .innerJoin('visit as v', (on) =>
      on.onRef('v.client_id', '=', 'e.client_id').onRef('v.id', '=', 'e.visit_id'),
    )
    .innerJoin('order_status_dispatch as d', (on) =>
      on.onRef('d.client_id', '=', 'v.client_id').onRef('d.booking_request_id', '=', 'v.booking_request_id'),
    )
    .selectAll('d')
    .where('s.client_id', '=', clientId)
    .where('s.id', '=', studyId)
    .orderBy('d.place')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status as OrderState,
    state: row.state as OrderStatusRow['state'],
    attempts: row.attempts,
    last_error: row.last_error,
    reached: row.reached.toISOString(),
    sent: row.sent?.toISOString() ?? null,
  }))
}
