import { Refusal } from '#contract/kernel/error-codes.ts'
import { fieldsOfRefusal } from '#domain/visit/calendar-rules.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import type { BookedPerson, BookingMasters } from '#server/features/visits/public/booking/booking-masters.ts'
import type {
  Booking,
  BookingPlan,
  PlannedLine,
  PlannedSlot,
} from '#server/features/visits/public/booking/booking-plan.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { momentsOf } from '#server/kernel/sync/commands/device-clock.ts'

type Fields = Record<string, string>

/** Throws if a booking refers to records that it must not use; lists the rule of each bad field. */
export function checkBooking(booking: Booking, plan: BookingPlan, masters: BookingMasters): void {
  const fields: Fields = {}
  for (const slot of plan.slots) {
    checkSlot(slot, { booking, masters, fields })
    for (const line of slot.lines) checkLine(line, slot, { booking, fields })
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
  const services = plan.lines.map(({ service_id }) => service_id)
  if (new Set(services).size < services.length) throw new Refusal('refused', 'This service is already added.')
  refuseSharedIds([...plan.slots, ...plan.lines])
}

/**
 * Throws if a new or moved slot starts in the past by every clock, the device's and the server's. A booking made
 * offline is accepted: the form has already warned, and its person was told that it is kept.
 */
export function refusePast(ctx: Context, plan: BookingPlan): void {
  if (ctx.madeOffline) return
  const at = momentsOf(ctx).earliest.getTime()
  const moved = plan.slots.filter(({ stored, start }) => stored?.start_dt.getTime() !== start)
  const past = moved.find(({ start }) => isPastStart(start, at))
  if (!past) return
  const fields = fieldsOfRefusal(past.path, { kind: 'refused', code: 'past_booking' })
  throw new Refusal('past_booking', undefined, { fields })
}

interface Check {
  booking: Booking
  masters: BookingMasters
  fields: Fields
}

function checkSlot(slot: PlannedSlot, { booking, masters, fields }: Check): void {
  const { department, path, stored } = slot
  const departmentPath = path.split('.machines')[0]
  const isRadiology = booking.is_radiology === 1
  if (!department || (!department.in_use && !stored)) fields[`${departmentPath}.id`] = 'is not a department'
  else if (department.is_radiology !== isRadiology)
    fields[`${departmentPath}.id`] = isRadiology ? 'is not of radiology' : 'is not of the clinic'
  const machine = slot.machine_id === null ? undefined : masters.machines.get(slot.machine_id)
  const isKept = stored?.machine_id === slot.machine_id
  const fits =
    machine &&
    machine.branch_id === booking.branch_id &&
    machine.department_id === slot.department_id &&
    (machine.in_use || isKept)
  if (slot.machine_id !== null && !fits)
    fields[`${path}.machine_id`] = 'is not a machine of this branch and department'
  checkPeople(slot, { booking, masters, fields })
}

function checkPeople(slot: PlannedSlot, { masters, fields }: Check): void {
  const { path, stored } = slot
  const check = (name: string, id: string | null, before: string | null | undefined, rule: PersonRule) => {
    const person = id === null ? undefined : masters.people.get(id)
    if (id !== null && !(person && rule.holds(person) && (person.in_use || id === before)))
      fields[name] = rule.words
  }
  const department = path.split('.machines')[0]
  check(`${path}.doctor_id`, slot.doctor_id, stored?.doctor_id, CLINIC_DOCTOR)
  check(`${department}.ref_hospital_id`, slot.ref_hospital_id, stored?.ref_hospital_id, HOSPITAL)
  check(`${department}.ref_dr_id`, slot.ref_dr_id, stored?.ref_dr_id, REFERRER)
  for (const id of slot.other_ref_dr_ids) {
    const before = stored?.other_ref_dr_ids.includes(id) ? id : null
    check(`${department}.other_ref_dr_ids`, id, before, REFERRER)
  }
}

interface PersonRule {
  holds: (person: BookedPerson) => boolean
  words: string
}
const CLINIC_DOCTOR: PersonRule = {
  holds: ({ is_clinic_doctor }) => is_clinic_doctor,
  words: 'is not a clinic doctor',
}
const HOSPITAL: PersonRule = {
  holds: ({ is_ref_doctor, ref_doctor_type }) => is_ref_doctor && ref_doctor_type === 'Hospital',
  words: 'is not a referral hospital',
}
const REFERRER: PersonRule = {
  holds: ({ is_ref_doctor, ref_doctor_type }) => is_ref_doctor && ref_doctor_type !== 'Hospital',
  words: 'is not a referral doctor',
}

function checkLine(
  { path, service, service_id, stored }: PlannedLine,
  slot: PlannedSlot,
  { fields }: Pick<Check, 'booking' | 'fields'>,
): void {
  const isKept = stored?.service_id === service_id
  if (!service || (!service.in_use && !isKept)) fields[`${path}.service_id`] = 'is not a service in use'
  else if (service.department_id !== slot.department_id)
    fields[`${path}.service_id`] = 'is not a service of this department'
  if (stored && !isKept) fields[`${path}.id`] = 'is the id of another service'
}

function refuseSharedIds(records: readonly { id: string; path: string }[]): void {
  const seen = new Set<string>()
  for (const { id, path } of records) {
    if (seen.has(id)) throw invalid({ [`${path}.id`]: 'is used twice' })
    seen.add(id)
  }
}
