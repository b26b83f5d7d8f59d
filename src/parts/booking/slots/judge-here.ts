import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { BookingInput, FreeSlot } from '#contract/calls/visits.ts'
import { ERROR_CODES, type ErrorBody } from '#contract/kernel/error-codes.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { fieldsOfRefusal, judgeBooking, type Occupant } from '#domain/visit/calendar-rules.ts'
import { offerPlaces, openDays } from '#domain/visit/free-places.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { findOccupants } from '#src/sync/desk/occupants.ts'
import { type CalendarCatalogue, type InputSlot, wishedSlotsOf } from '../draft/wished-slots.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'

const DAY_MS = 86_400_000
/** How far ahead the calendar is read: free slots are offered within a week. */
const AHEAD_MS = 9 * DAY_MS

/** The facts that the calendar's rules use on a device. */
export interface CalendarHere {
  catalogue: CalendarCatalogue
  /** The branch's hours; nothing is offered if they are unknown. */
  hours: BranchHours | undefined
  /** The current visit, if it is being changed. */
  visit: VisitRow | undefined
  mayOverbook: boolean
}

/** Returns true for a person who may book over another visit, or while the branch is closed, with a reason. */
export const mayOverbook = (
  session: Pick<SessionFields, 'is_client_admin' | 'modules'> | undefined,
): boolean => session?.is_client_admin === 1 || session?.modules.includes('overbook_machine') === true

/**
 * Predicts the server's refusal of a booking from this device's data: its copies of the calendar and the bookings
 * waiting here. Returns undefined if there is none. A booking refused here is not stored.
 */
export async function refusalHere(input: BookingInput, place: CalendarHere): Promise<ErrorBody | undefined> {
  const device = getDevice()
  const starts = input.departments.flatMap(({ machines }) =>
    machines.map(({ start_dt }) => Date.parse(start_dt)),
  )
  const first = Math.min(...starts)
  const occupants = await findOccupants(device, { from: first - DAY_MS, to: Math.max(...starts) + AHEAD_MS })
  return judgeHere(input, { ...place, occupants, now: device.author.now() })
}

export interface JudgedHere extends CalendarHere {
  occupants: readonly Occupant[]
  /** Milliseconds. */
  now: number
}

/** Works like refusalHere, for a calendar that was already read. */
export function judgeHere(input: BookingInput, place: JudgedHere): ErrorBody | undefined {
  const { visit, occupants, now } = place
  const judged = judgeBooking(wishedSlotsOf(input, place.catalogue, visit), {
    visitId: input.id,
    now,
    occupants,
    mayOverbook: place.mayOverbook,
    overbookReason: input.overbook_reason ?? '',
    hours: place.hours,
    hoursReason: input.hours_reason ?? '',
    isKeptWithoutPlace: false,
    waitsForSlot: visit?.flags?.includes('needs_slot') ?? false,
  })
  if (!judged) return undefined
  const { slot, refusal } = judged
  const fields = fieldsOfRefusal(slot.path, refusal)
  if (refusal.code === 'needs_machine') return { code: 'invalid', message: WORDS.needsMachine, fields }
  const { message } = ERROR_CODES[refusal.code]
  if (refusal.code !== 'slot_taken' && refusal.code !== 'out_of_hours')
    return { code: refusal.code, message, fields }
  const isDoctors = refusal.code === 'slot_taken' ? refusal.taken === 'doctor' : slot.doctorId !== null
  const current = freeSlotsHere(input.id, slot, { ...place, isDoctors })
  return { code: refusal.code, message, fields, current }
}

/** The calendar of this device in which free slots are searched. */
interface SearchedCalendar extends Pick<JudgedHere, 'catalogue' | 'hours' | 'occupants' | 'now'> {
  isDoctors: boolean
}

type SlotToPlace = Pick<InputSlot, 'departmentId' | 'machineId' | 'doctorId' | 'from' | 'to'>

/** Returns free slots for a booked one in this device's calendar, in the same order as the server's. */
export function freeSlotsHere(
  visitId: string,
  slot: SlotToPlace,
  { catalogue, hours, occupants, now, isDoctors }: SearchedCalendar,
): FreeSlot[] {
  if (!hours) return []
  const others = occupants.filter((one) => one.visitId !== visitId)
  const placeIdOf = ({ machineId, doctorId }: Pick<Occupant, 'machineId' | 'doctorId'>) =>
    isDoctors ? doctorId : machineId
  const places = catalogue.placesOf(slot.departmentId).map(({ id, name }) => ({
    id,
    name,
    slotMinutes: catalogue.slotMinutesOf(slot.departmentId) ?? 15,
    taken: others.filter((one) => placeIdOf(one) === id),
  }))
  const wish = {
    placeId: placeIdOf(slot),
    notBefore: Math.max(slot.from, now),
    minutes: (slot.to - slot.from) / 60_000,
  }
  return offerPlaces(places, wish, openDays(slot.from, hours)).map(({ place, from, to }) => ({
    machine_id: isDoctors ? null : place.id,
    ...(isDoctors && { doctor_id: place.id }),
    machine: place.name,
    start_dt: new Date(from).toISOString(),
    end_dt: new Date(to).toISOString(),
  }))
}
