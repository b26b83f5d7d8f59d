import type { bookingCalls } from '#contract/calls/bookings.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import {
  BOOKING_STATUS_TABLE,
  BOOKING_STATUSES,
  canSetBookingStatus,
  isRequested,
} from '#domain/status/booking-status.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { settleRequest } from '../notifications/public/events.ts'
import { noteRequestEnded } from '../order-status/public/note-progress.ts'
import { convertRequest, demandConverted } from './convert.ts'
import { selectBookings } from './list-store.ts'
import { bookingScopes, changeBooking, hideRequested, lockBooking } from './store.ts'

/**
 * Booking requests at the desk (docs/visits.md#booking-requests, docs/visits.md#visit-and-service-status,
 * docs/wire.md#paths-and-bases).
 */
export const bookingHandlers: HandlersFor<typeof bookingCalls> = {
  requests: async (input, { tx, caller }) => {
    const { rows, matching } = await selectBookings(tx, caller, input)
    const page = {
      start: (input.p - 1) * input.ps,
      total: rows.length,
      total_records: matching,
      cur_page: input.p,
    }
    return { result: { data: rows, page } }
  },

  convert: async (input, ctx) => {
    const { request, visit } = await convertRequest(ctx, input)
    return { message: 'Converted', appt_id: visit.id, result: { request, visit } }
  },

  setStatus: async ({ request_id, status }, ctx) => {
    const request = await lockBooking(ctx, request_id)
    demandConverted(request, status)
    if (!canSetBookingStatus(request.status, status))
      throw new Refusal('refused', `This request is ${BOOKING_STATUS_TABLE[request.status].label} already.`)
    const row = await changeBooking(ctx, request, {
      status,
      status_updated_on: ctx.now,
      status_updated_by: ctx.caller.userId,
    })
    // After the conversion, notices come from the visit instead.
    if (request.visit_id === null && (status === 'Cancelled' || status === 'Completed'))
      await noteRequestEnded(ctx, request, status)
    await ctx.audit('set_status', 'booking_request', request.id, { from: request.status, to: status })
    return { message: BOOKING_STATUS_TABLE[status].label, result: { request: row } }
  },

  deleteAll: async ({ branch_id }, ctx) => {
    const { caller } = ctx
    if (!(await holdsBranch(ctx, branch_id))) throw new Refusal('not_found')
    const waiting = BOOKING_STATUSES.filter(isRequested)
    const gone = (await Promise.all(waiting.map((status) => hideRequested(ctx, branch_id, status)))).flat()
    for (const { id, rev } of gone) {
      ctx.changed({ type: 'booking_request', id, rev, scopes: [], left: bookingScopes({ branch_id }) })
      await settleRequest(ctx, { client_id: caller.clientId, id, branch_id })
      await noteRequestEnded(ctx, { client_id: caller.clientId, id, branch_id }, 'Cancelled')
      await ctx.audit('delete', 'booking_request', id, { branch_id })
    }
    return { message: 'Deleted', result: { deleted: gone.length } }
  },
}

// Administrators have access to every branch of their client, and to no branch of another client.
async function holdsBranch({ tx, caller }: Context, branchId: string): Promise<boolean> {
  if (!caller.isClientAdmin) return caller.branchIds.includes(branchId)
  const found = await tx
    .selectFrom('branch')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('id', '=', branchId)
    .executeTakeFirst()
  return found !== undefined
}
