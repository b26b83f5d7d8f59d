import { isLiveService } from '#domain/status/service-status.ts'
import { inOrderOfIds } from '#domain/visit/calendar-rules.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { BookingMasters } from './booking-masters.ts'
import { type BookingPlan, type PlannedStay, planWith } from './booking-plan.ts'
import { demandOpen } from './demand-open.ts'
import { firstFreeStay, queueForFirstFree } from './first-free.ts'
import { readHours } from './free-slots.ts'
import { findTaken, placeStay, type Stay } from './place-stays.ts'
import type { StoredBooking, StoredStay } from './stored-booking.ts'
import type { LockedVisit } from './write-store.ts'

const NEEDS_SLOT = 'needs_slot'

interface Stays {
  visit: LockedVisit
  plan: BookingPlan
  stored: StoredBooking | undefined
  masters: BookingMasters
  /** The reason for booking a taken place. */
  reason: string | undefined
  /** The reason for booking while the branch is closed. */
  hoursReason: string | undefined
}

/** The stays of a booking as written, and the visit's flags. */
export interface WrittenStays {
  flags: string[]
  plan: BookingPlan
}

/**
 * The most attempts to place a stay that requests the first free place, if other desks keep taking the places found.
 */
const TRIES_MAX = 8

/**
 * Writes the stays of a booking in the order of their ids; a stay that requested the first free place may have moved.
 */
export async function writeStays(
  ctx: Context,
  { visit, plan: asked, stored, masters, reason, hoursReason }: Stays,
): Promise<WrittenStays> {
  let plan = asked
  await dropStays(ctx, visit, { plan, stored })
  await queueForFirstFree(ctx, visit, plan)
  const hours = await readHours(ctx, visit.branch_id)
  let needsSlot = false
  for (const { id } of inOrderOfIds(plan.stays)) {
    const wished = plan.stays.find((one) => one.id === id)
    if (wished)
      await demandOpen(ctx, visit, toStay(wished), {
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
    const stay = plan.stays.find((one) => one.id === id)
    if (!stay) continue
    const placing = await placeStay(ctx, visit, toStay(stay), {
      path: stay.path,
      needsMachine: needsMachine(stay),
      before: stay.stored && standing(stay.stored),
      overbookReason: reason ?? '',
    })
    needsSlot ||= placing === 'needs_slot' || stillWaits(stay, visit)
  }
  if (needsSlot && !visit.flags.includes(NEEDS_SLOT)) ctx.flag(NEEDS_SLOT)
  const others = visit.flags.filter((flag) => flag !== NEEDS_SLOT)
  return { flags: needsSlot ? [...others, NEEDS_SLOT] : others, plan }
}

/**
 * Writes a stay that requested the first free place and returns it; returns undefined for any other stay, or if every
 * attempt found its place taken.
 */
async function holdFirstFree(
  ctx: Context,
  id: string,
  { visit, plan, masters }: { visit: LockedVisit; plan: BookingPlan; masters: BookingMasters },
): Promise<PlannedStay | undefined> {
  const wished = plan.stays.find((stay) => stay.id === id)
  if (!wished?.is_first_free || wished.doctor_id !== null) return undefined
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const stay = await firstFreeStay(ctx, wished, { visit, plan, masters })
    // Another desk took the place at this moment; the next attempt reads its booking.
    if ((await findTaken(ctx, visit, toStay(stay))) !== undefined) continue
    const { machine_id, start } = stay
    if (stay !== wished)
      await ctx.audit('place', 'visit', visit.id, { machine_id, start_dt: new Date(start).toISOString() })
    return stay
  }
  return undefined
}

const standing = (stay: StoredStay) => ({
  machineId: stay.machine_id,
  doctorId: stay.doctor_id,
  from: stay.start_dt.getTime(),
  to: stay.end_dt.getTime(),
  isOverbooked: stay.overbook_reason !== '',
})

/**
 * Returns true if a stay needs a machine: it contains an examination, has no doctor, and its department has machines
 * at the branch.
 */
const needsMachine = ({ department, doctor_id, lines }: PlannedStay): boolean =>
  department?.has_machine === true &&
  doctor_id === null &&
  lines.some(({ service }) => service?.type === 'Exam_Service')

// Returns true if a clinical stay still waits for a slot: it lost its doctor to another visit, and nobody was chosen
// since. Without that flag, a clinical stay may have no machine and no doctor.
const stillWaits = (
  { machine_id, doctor_id, stored, department }: PlannedStay,
  visit: LockedVisit,
): boolean =>
  department?.is_radiology === false &&
  [machine_id, doctor_id, stored?.machine_id, stored?.doctor_id].every((place) => place === null) &&
  visit.flags.includes(NEEDS_SLOT)

function toStay(planned: PlannedStay): Stay {
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
 * Deletes the stays that the booking no longer has. A stay that a cancelled service still refers to is kept, but
 * frees its place.
 */
async function dropStays(
  { tx }: Context,
  visit: LockedVisit,
  { plan, stored }: Pick<Stays, 'plan' | 'stored'>,
): Promise<void> {
  if (!stored) return
  const planned = new Set(plan.stays.map(({ id }) => id))
  const gone = stored.stays.filter(({ id }) => !planned.has(id))
  const named = new Set(
    stored.services
      .filter(({ status }) => !isLiveService(status) || visit.started_on !== null)
      .map(({ visit_machine_id }) => visit_machine_id),
  )
  for (const { id } of gone) {
    const ofStay = { client_id: visit.client_id, id }
    if (named.has(id)) await freeStay(tx, ofStay)
    else await deleteStay(tx, ofStay)
  }
}

interface StayKey {
  client_id: string
  id: string
}

const freeStay = (tx: Tx, { client_id, id }: StayKey) =>
  tx
    .updateTable('visit_machine')
    .set({ blocks: false })
    .where('client_id', '=', client_id)
    .where('id', '=', id)
    .execute()

const deleteStay = (tx: Tx, { client_id, id }: StayKey) =>
  tx.deleteFrom('visit_machine').where('client_id', '=', client_id).where('id', '=', id).execute()
