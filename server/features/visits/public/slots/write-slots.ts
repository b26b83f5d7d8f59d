import { isLiveService } from '#domain/status/service-status.ts'
import { inOrderOfIds } from '#domain/visit/calendar-rules.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { demandOpen } from '../../slots/demand-open.ts'
import { firstFreeSlot, queueForFirstFree } from '../../slots/first-free.ts'
import type { BookingMasters } from '../booking/booking-masters.ts'
import { type BookingPlan, type PlannedSlot, planWith } from '../booking/booking-plan.ts'
import type { StoredBooking, StoredSlot } from '../booking/stored-booking.ts'
import type { LockedVisit } from '../write-store.ts'
import { readHours } from './free-slots.ts'
import { type BookedSlot, findTaken, placeSlot } from './place-slots.ts'

const NEEDS_SLOT = 'needs_slot'

interface SlotsToWrite {
  visit: LockedVisit
  plan: BookingPlan
  stored: StoredBooking | undefined
  masters: BookingMasters
  /** The reason for booking a taken place. */
  reason: string | undefined
  /** The reason for booking while the branch is closed. */
  hoursReason: string | undefined
}

/** The slots of a booking as written, and the visit's flags. */
export interface WrittenSlots {
  flags: string[]
  plan: BookingPlan
}

/**
 * The most attempts to place a slot that requests the first free place, if other desks keep taking the places found.
 */
const TRIES_MAX = 8

/**
 * Writes the slots of a booking in the order of their ids; a slot that requested the first free place may have moved.
 */
export async function writeSlots(
  ctx: Context,
  { visit, plan: asked, stored, masters, reason, hoursReason }: SlotsToWrite,
): Promise<WrittenSlots> {
  let plan = asked
  await dropSlots(ctx, visit, { plan, stored })
  await queueForFirstFree(ctx, visit, plan)
  const hours = await readHours(ctx, visit.branch_id)
  let needsSlot = false
  for (const { id } of inOrderOfIds(plan.slots)) {
    const wished = plan.slots.find((one) => one.id === id)
    if (wished)
      await demandOpen(ctx, visit, bookedSlotOf(wished), {
        path: wished.path,
        hours,
        reason: hoursReason ?? '',
        isFirstFree: wished.is_first_free,
        startBefore: wished.stored?.start_dt.getTime(),
      })
    const held = await holdFirstFree(ctx, id, { visit, plan, masters })
    if (held) {
      plan = planWith(plan, held)
      continue
    }
    const slot = plan.slots.find((one) => one.id === id)
    if (!slot) continue
    const placing = await placeSlot(ctx, visit, bookedSlotOf(slot), {
      path: slot.path,
      needsMachine: needsMachine(slot),
      before: slot.stored && standing(slot.stored),
      overbookReason: reason ?? '',
    })
    needsSlot ||= placing === 'needs_slot' || stillWaits(slot, visit)
  }
  if (needsSlot && !visit.flags.includes(NEEDS_SLOT)) ctx.flag(NEEDS_SLOT)
  const others = visit.flags.filter((flag) => flag !== NEEDS_SLOT)
  return { flags: needsSlot ? [...others, NEEDS_SLOT] : others, plan }
}

/**
 * Writes a slot that requested the first free place and returns it; returns undefined for any other slot, or if every
 * attempt found its place taken.
 */
async function holdFirstFree(
  ctx: Context,
  id: string,
  { visit, plan, masters }: { visit: LockedVisit; plan: BookingPlan; masters: BookingMasters },
): Promise<PlannedSlot | undefined> {
  const wished = plan.slots.find((slot) => slot.id === id)
  if (!wished?.is_first_free || wished.doctor_id !== null) return undefined
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const slot = await firstFreeSlot(ctx, wished, { visit, plan, masters })
    // Another desk took the place at this moment; the next attempt reads its booking.
    if ((await findTaken(ctx, visit, bookedSlotOf(slot))) !== undefined) continue
    const { machine_id, start } = slot
    if (slot !== wished)
      await ctx.audit('place', 'visit', visit.id, { machine_id, start_dt: new Date(start).toISOString() })
    return slot
  }
  return undefined
}

const standing = (slot: StoredSlot) => ({
  machineId: slot.machine_id,
  doctorId: slot.doctor_id,
  from: slot.start_dt.getTime(),
  to: slot.end_dt.getTime(),
  isOverbooked: slot.overbook_reason !== '',
})

/**
 * Returns true if a slot needs a machine: it contains an examination, has no doctor, and its department has machines
 * at the branch.
 */
const needsMachine = ({ department, doctor_id, lines }: PlannedSlot): boolean =>
  department?.has_machine === true &&
  doctor_id === null &&
  lines.some(({ service }) => service?.type === 'Exam_Service')

// Returns true if a clinical slot still waits for a place: it lost its doctor to another visit, and nobody was chosen
// since. Without that flag, a clinical slot may have no machine and no doctor.
const stillWaits = (
  { machine_id, doctor_id, stored, department }: PlannedSlot,
  visit: LockedVisit,
): boolean =>
  department?.is_radiology === false &&
  [machine_id, doctor_id, stored?.machine_id, stored?.doctor_id].every((place) => place === null) &&
  visit.flags.includes(NEEDS_SLOT)

function bookedSlotOf(planned: PlannedSlot): BookedSlot {
  const { stored, start, end, machine_id, doctor_id } = planned
  const stands =
    stored?.machine_id === machine_id &&
    stored.doctor_id === doctor_id &&
    stored.start_dt.getTime() === start &&
    stored.end_dt.getTime() === end
  const overbook_reason = stands ? stored.overbook_reason : ''
  return {
    id: planned.id,
    department_id: planned.department_id,
    machine_id,
    doctor_id,
    start_dt: new Date(start),
    end_dt: new Date(end),
    ref_hospital_id: planned.ref_hospital_id,
    ref_dr_id: planned.ref_dr_id,
    other_ref_dr_ids: planned.other_ref_dr_ids,
    blocks: planned.lines.length > 0 && !planned.department?.may_overlap && overbook_reason === '',
    overbook_reason,
  }
}

/**
 * Deletes the slots that the booking no longer has. A slot that a cancelled service still refers to is kept, but
 * frees its place.
 */
async function dropSlots(
  { tx }: Context,
  visit: LockedVisit,
  { plan, stored }: Pick<SlotsToWrite, 'plan' | 'stored'>,
): Promise<void> {
  if (!stored) return
  const planned = new Set(plan.slots.map(({ id }) => id))
  const gone = stored.slots.filter(({ id }) => !planned.has(id))
  const named = new Set(
    stored.services
      .filter(({ status }) => !isLiveService(status) || visit.started_on !== null)
      .map(({ visit_machine_id }) => visit_machine_id),
  )
  for (const { id } of gone) {
    const ofSlot = { client_id: visit.client_id, id }
    if (named.has(id)) await releaseSlot(tx, ofSlot)
    else await deleteSlot(tx, ofSlot)
  }
}

interface SlotKey {
  client_id: string
  id: string
}

const releaseSlot = (tx: Tx, { client_id, id }: SlotKey) =>
  tx
    .updateTable('visit_machine')
    .set({ blocks: false })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .execute()

const deleteSlot = (tx: Tx, { client_id, id }: SlotKey) =>
  tx.deleteFrom('visit_machine').where('client_id', '=', client_id).where('id', '=', id).execute()
