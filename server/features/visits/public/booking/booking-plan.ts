import type { visitCalls } from '#contract/calls/visits.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { endOfSlot, serviceTimes } from '#domain/visit/end-time.ts'
import type { BookedDepartment, BookedService, BookingMasters, BookingNames } from './booking-masters.ts'
import type { StoredBooking, StoredService, StoredSlot } from './stored-booking.ts'

export type Booking = ParsedInputOf<typeof visitCalls.save>
type Department = Booking['departments'][number]
type Machine = Department['machines'][number]
type Line = Machine['services'][number]

/** A planned slot of the booking, with its stored state and its path in the input. */
export interface PlannedSlot {
  path: string
  id: string
  department_id: string
  department: BookedDepartment | undefined
  machine_id: string | null
  doctor_id: string | null
  ref_hospital_id: string | null
  ref_dr_id: string | null
  other_ref_dr_ids: string[]
  start: number
  end: number
  /** True if the person requested the first free place instead of a particular one. */
  is_first_free: boolean
  stored: StoredSlot | undefined
  lines: PlannedLine[]
}

export interface PlannedLine {
  path: string
  id: string
  service_id: string
  service: BookedService | undefined
  charges: number
  discount: number
  accession_alias: string
  from: number
  to: number
  stored: StoredService | undefined
}

/** The booking as it will be stored, with the calculated times of its slots. */
export interface BookingPlan {
  slots: PlannedSlot[]
  lines: PlannedLine[]
  start: number
  end: number
}

/** Minutes of a slot in an unknown department; such a booking is refused later. */
const NO_SLOT = 15

/** Returns the ids of all records that a booking refers to. */
export function namesIn(booking: Booking): BookingNames {
  const machines = booking.departments.flatMap((department) => department.machines)
  const given = (ids: readonly (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => id !== null && id !== undefined)),
  ]
  return {
    branchId: booking.branch_id,
    services: given(machines.flatMap(({ services }) => services.map(({ service_id }) => service_id))),
    departments: given(booking.departments.map(({ id }) => id)),
    machines: given(machines.map(({ machine_id }) => machine_id)),
    firstFree: booking.departments
      .filter((department) => department.machines.some(({ first_free }) => first_free === 1))
      .map(({ id }) => id),
    people: given([
      ...booking.departments.flatMap((one) => [one.ref_hospital_id, one.ref_dr_id, ...otherIds(one)]),
      ...machines.map(({ doctor_id }) => doctor_id),
    ]),
  }
}

const otherIds = ({ other_ref_dr_ids }: Department): string[] =>
  other_ref_dr_ids ? other_ref_dr_ids.split(',') : []

/**
 * Returns the booking with its times: at each machine the exams follow one another, each for the slot length of its
 * department. The end times in the input were calculated by the device and are ignored (docs/decisions/110).
 */
export function planBooking(
  booking: Booking,
  masters: BookingMasters,
  stored: StoredBooking | undefined,
): BookingPlan {
  const slots = booking.departments.flatMap((department, d) =>
    department.machines.map((machine, m) =>
      planSlot(department, machine, {
        path: `departments.${d}.machines.${m}`,
        masters,
        stored,
      }),
    ),
  )
  return planOf(slots)
}

const planOf = (slots: PlannedSlot[]): BookingPlan => ({
  slots,
  lines: slots.flatMap(({ lines }) => lines),
  start: Math.min(...slots.map(({ start }) => start)),
  end: Math.max(...slots.map(({ end }) => end)),
})

/** Returns the plan with one of its slots at another place or time. */
export const planWith = ({ slots }: BookingPlan, slot: PlannedSlot): BookingPlan =>
  planOf(slots.map((one) => (one.id === slot.id ? slot : one)))

/**
 * Returns true if a line keeps its referrers. Its rates and list price then stay frozen; another referrer means
 * another agreement.
 */
export function isReferredAsBefore(
  slot: Pick<PlannedSlot, 'stored' | 'ref_dr_id' | 'ref_hospital_id'>,
  line: StoredService | undefined,
): boolean {
  const before = slot.stored
  return (
    line !== undefined &&
    before?.ref_dr_id === slot.ref_dr_id &&
    before.ref_hospital_id === slot.ref_hospital_id
  )
}

interface PlanContext {
  path: string
  masters: BookingMasters
  stored: StoredBooking | undefined
}

function planSlot(department: Department, machine: Machine, place: PlanContext): PlannedSlot {
  const { masters, stored, path } = place
  const info = masters.departments.get(department.id)
  const start = Date.parse(machine.start_dt)
  const slotMinutes = info?.slot_minutes ?? NO_SLOT
  const before = new Map(stored?.services.map((service) => [service.id, service]))
  // A line that the technician cancelled stays unchanged and takes no time.
  const live = machine.services.filter(({ id }) => isLiveService(before.get(id)?.status ?? 1))
  const times = serviceTimes(start, live.length, slotMinutes)
  return {
    path,
    id: machine.id,
    department_id: department.id,
    department: info,
    machine_id: machine.machine_id,
    doctor_id: machine.doctor_id ?? null,
    ref_hospital_id: department.ref_hospital_id,
    ref_dr_id: department.ref_dr_id,
    other_ref_dr_ids: otherIds(department),
    start,
    end: endOfSlot(start, live.length, slotMinutes),
    is_first_free: machine.first_free === 1 && live.length > 0,
    stored: stored?.slots.find(({ id }) => id === machine.id),
    lines: live.map((line, index) => ({
      ...planLine(line, before.get(line.id), masters),
      path: `${path}.services.${machine.services.indexOf(line)}`,
      from: times[index]?.from ?? start,
      to: times[index]?.to ?? start,
    })),
  }
}

const planLine = (line: Line, stored: StoredService | undefined, masters: BookingMasters) => ({
  id: line.id,
  service_id: line.service_id,
  service: masters.services.get(line.service_id),
  charges: line.charges,
  discount: line.discount,
  accession_alias: line.provisional_accession ?? '',
  stored,
})
