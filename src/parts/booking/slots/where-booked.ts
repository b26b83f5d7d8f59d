import type { BookingInput } from '#contract/calls/visits.ts'
import { formatClock, formatShortDateTime } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { findVisit } from '#src/sync/desk/use-visit.ts'
import type { CalendarCatalogue } from '../draft/wished-slots.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'

/** A slot for display: the name of its machine or doctor, and its start in milliseconds. */
export interface SaidSlot {
  name: string
  start: number
}

/**
 * Returns, for example, `X-Ray Room 1 10:46, Ultrasound 2 11:40`, by time in the branch's zone; includes the
 * day unless it is today.
 */
export function saidPlaces(slots: readonly SaidSlot[], zone: string, now: number): string {
  const today = dayAt(new Date(now), zone)
  return slots
    .toSorted((a, b) => a.start - b.start)
    .map(({ name, start }) => {
      const at = new Date(start)
      const isToday = dayAt(at, zone) === today
      return `${name} ${isToday ? formatClock(at, zone) : formatShortDateTime(at, zone)}`.trim()
    })
    .join(', ')
}

/**
 * Returns where a quick booking was placed, according to this device: if the server moved a slot that
 * collided with another desk's booking, returns the new place.
 */
export async function whereBooked(
  input: BookingInput,
  catalogue: CalendarCatalogue,
  zone: string,
): Promise<string | undefined> {
  const device = getDevice()
  const visit = await findVisit(device, input.id)
  if (!visit) return undefined
  const nameOf = (departmentId: string, placeId: string | null) =>
    catalogue.placesOf(departmentId).find(({ id }) => id === placeId)?.name ?? ''
  const said = saidPlaces(
    visit.machines.map(({ department_id, machine_id, doctor_id, start_dt }) => ({
      name: nameOf(department_id, machine_id ?? doctor_id),
      start: Date.parse(start_dt),
    })),
    zone,
    device.author.now(),
  )
  const asked = input.departments.flatMap(({ machines }) => machines)
  const isElsewhere = visit.machines.some((slot) => {
    const wish = asked.find(({ id }) => id === slot.id)
    return (
      wish && (wish.machine_id !== slot.machine_id || Date.parse(wish.start_dt) !== Date.parse(slot.start_dt))
    )
  })
  return isElsewhere ? WORDS.bookedElsewhere(said) : said
}
