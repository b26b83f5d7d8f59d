import { v7 as mintId } from 'uuid'
import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Booking } from '#server/features/visits/public/booking/booking-plan.ts'
import {
  liveServices,
  readStoredBooking,
  type StoredBooking,
  type StoredSlot,
} from '#server/features/visits/public/booking/stored-booking.ts'
import { getVisitRow } from '#server/features/visits/public/store.ts'
import { lockVisit } from '#server/features/visits/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { saveBooking } from '../public/booking/save-booking.ts'

type Input = ParsedInputOf<typeof visitCalls.updateCharges>
type Change = Input['services'][number]
type Department = Booking['departments'][number]

/**
 * Updates charges, discounts and machines of a visit from its detail page (docs/wire.md#paths-and-bases). Saves the
 * same booking with these changes, so that every rule of a booking applies.
 */
export async function updateCharges(
  ctx: Context,
  input: Input,
): Promise<OutputOf<typeof visitCalls.updateCharges>> {
  const visit = await lockVisit(ctx, input.appt_id)
  const base = ctx.baseRev ?? input.rev
  if (base !== undefined && base < visit.booked_rev)
    throw new Refusal('conflict', undefined, { current: await getVisitRow(ctx.tx, ctx.caller, visit.id) })
  const stored = await readStoredBooking(ctx, visit)
  demandKnown(stored, input)
  const booking = bookingWith(stored, input)
  const after = await saveBooking({ ...ctx, baseRev: visit.rev }, booking).catch((error: unknown) => {
    throw error instanceof Refusal ? inNamesOf(input, booking, error) : error
  })
  return { message: 'Saved successfully', result: { visit: after } }
}

function demandKnown(stored: StoredBooking, { services, removed = [] }: Input): void {
  const known = new Set(liveServices(stored).map(({ id }) => id))
  const fields: Record<string, string> = {}
  for (const [index, { id }] of services.entries())
    if (!known.has(id)) fields[`services.${index}.id`] = 'is not a service of this visit'
  for (const [index, id] of removed.entries())
    if (!known.has(id)) fields[`removed.${index}`] = 'is not a service of this visit'
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** Returns the stored booking with these changes. */
function bookingWith(stored: StoredBooking, input: Input): Booking {
  const { visit, slots } = stored
  const changes = new Map(input.services.map((change) => [change.id, change]))
  const removed = new Set(input.removed)
  const departments = slots.flatMap((slot) => departmentsOf(slot, { stored, changes, removed }))
  if (departments.length === 0)
    throw new Refusal('refused', 'A visit needs at least one service. Cancel it instead.')
  return {
    id: visit.id,
    rev: visit.rev,
    is_radiology: visit.is_radiology ? 1 : 0,
    branch_id: visit.branch_id,
    patient_id: visit.patient_id,
    discount_head_id: input.discount_head_id,
    ref_dr_scheme_id: visit.ref_dr_scheme_id,
    ref_dr_scheme_type: visit.ref_dr_scheme_type as Booking['ref_dr_scheme_type'],
    start_dt: visit.start_dt.toISOString(),
    end_dt: (visit.end_dt ?? visit.start_dt).toISOString(),
    tag_id: visit.tag_id,
    package_id: visit.package_id,
    departments,
    overbook_reason: input.overbook_reason,
    change_reason: input.change_reason,
  }
}

/** Renames the fields of a booking's refusal to those of this call, whose input has no slots. */
function inNamesOf({ services }: Input, booking: Booking, refusal: Refusal): Refusal {
  const { fields } = refusal.extra
  if (!fields) return refusal
  const places = new Map(services.map(({ id }, at) => [id, at]))
  const named = Object.entries(fields).map(([name, rule]) => {
    const [, d, m, s, field] = SERVICE_FIELD.exec(name) ?? []
    const service = booking.departments[Number(d)]?.machines[Number(m)]?.services[Number(s)]
    const at = service && places.get(service.id)
    return [at === undefined ? name : `services.${at}.${field}`, rule] as const
  })
  return new Refusal(refusal.code, refusal.message, { ...refusal.extra, fields: Object.fromEntries(named) })
}

const SERVICE_FIELD = /^departments\.(\d+)\.machines\.(\d+)\.services\.(\d+)\.(\w+)$/

interface Changes {
  stored: StoredBooking
  changes: ReadonlyMap<string, Change>
  removed: ReadonlySet<string>
}

/** Splits a slot by machine: services that move to another machine get a slot of their own. */
function departmentsOf(slot: StoredSlot, { stored, changes, removed }: Changes): Department[] {
  const services = liveServices(stored).filter(
    ({ id, visit_machine_id }) => visit_machine_id === slot.id && !removed.has(id),
  )
  const machineOf = (id: string) => {
    const machine = changes.get(id)?.machine_id
    return machine === undefined ? slot.machine_id : machine
  }
  const machines = [...new Set(services.map(({ id }) => machineOf(id)))]
  return machines.map((machine_id, index) => {
    const own = services.filter(({ id }) => machineOf(id) === machine_id)
    const start = own[0]?.start_dt ?? slot.start_dt
    return {
      id: slot.department_id,
      ref_hospital_id: slot.ref_hospital_id,
      ref_dr_id: slot.ref_dr_id,
      other_ref_dr_ids: slot.other_ref_dr_ids.join(',') || null,
      machines: [
        {
          id: index === 0 ? slot.id : mintId(),
          machine_id,
          doctor_id: slot.doctor_id,
          start_dt: (index === 0 && machines.length === 1 ? slot.start_dt : start).toISOString(),
          end_dt: slot.end_dt.toISOString(),
          services: own.map(({ id, service_id, charges, discount }) => ({
            id,
            service_id: service_id ?? '',
            charges: changes.get(id)?.charges ?? Number(charges),
            discount: changes.get(id)?.discount ?? Number(discount),
          })),
        },
      ],
    }
  })
}
