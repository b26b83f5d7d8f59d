import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { amongMoved, type RecordMove } from '#server/kernel/database/record-move.ts'
import { bookingChanged } from './store.ts'

/** Moves the booking requests of one patient to another, announces them, and returns their ids. */
export async function moveRequests(ctx: Context, { from, to, only }: RecordMove): Promise<string[]> {
  const rows = await ctx.tx
    .updateTable('booking_request')
    .set({ patient_id: to, rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('patient_id', '=', from)
    .where(amongMoved(only))
    .returning(['id', 'rev', 'branch_id', 'hidden'])
    .execute()
  for (const { hidden, ...request } of rows) if (!hidden) bookingChanged(ctx, request)
  return rows.map(({ id }) => id)
}
