import { isLiveService } from '#domain/status/service-status.ts'
import type { Booking } from '#server/features/visits/public/booking/booking-plan.ts'
import type {
  StoredBooking,
  StoredService,
  StoredSlot,
} from '#server/features/visits/public/booking/stored-booking.ts'
import type { Context } from '#server/kernel/context.ts'

type Machine = Booking['departments'][number]['machines'][number]

/**
 * Returns true if a booking was received twice, for example because the first response was lost: same id, same
 * person, same content as stored. A booking without a revision and with other content is a change that does not know
 * the stored state, and is not a repeat.
 */
export function isRepeat(ctx: Context, booking: Booking, stored: StoredBooking): boolean {
  const { visit } = stored
  if ((ctx.baseRev ?? booking.rev) !== undefined || visit.created_by !== ctx.caller.userId) return false
  return (
    booking.discount_head_id === visit.discount_head_id &&
    booking.package_id === visit.package_id &&
    booking.tag_id === visit.tag_id &&
    hasSameServices(booking, stored)
  )
}

function hasSameServices(booking: Booking, { slots, services }: StoredBooking): boolean {
  const asked = booking.departments.flatMap(({ machines }) =>
    machines.flatMap((machine) => machine.services.map((service) => ({ machine, service }))),
  )
  if (asked.length !== services.length) return false
  return asked.every(({ machine, service }) => {
    const one = services.find(({ id }) => id === service.id)
    const slot = slots.find(({ id }) => id === one?.visit_machine_id)
    return one !== undefined && isSameService(one, service) && (!slot || isSamePlace(slot, machine))
  })
}

function isSameService(stored: StoredService, asked: Machine['services'][number]): boolean {
  const isSamePrice = Number(stored.charges) === asked.charges && Number(stored.discount) === asked.discount
  // A service that was cancelled since is no longer on the invoice, so its price need not match.
  return stored.service_id === asked.service_id && (isSamePrice || !isLiveService(stored.status))
}

/** The server chose the place of a slot that requested the first free one. */
function isSamePlace(stored: StoredSlot, { first_free, machine_id, start_dt }: Machine): boolean {
  if (first_free === 1) return true
  return stored.machine_id === machine_id && stored.start_dt.getTime() === Date.parse(start_dt)
}
