import { isLiveService } from '#domain/status/service-status.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { BookingPlan, PlannedStay } from './booking-plan.ts'
import { placeStay, type Stay } from './place-stays.ts'
import type { StoredBooking } from './stored-booking.ts'
import type { LockedVisit } from './write-store.ts'

const NEEDS_SLOT = 'needs_slot'

interface Stays {
  visit: LockedVisit
  plan: BookingPlan
  stored: StoredBooking | undefined
  /** Why a place that is taken is booked all the same. */
  reason: string | undefined
}

/** Writes the stays of a booking, in the order of their ids, and answers the visit's flags. */
export async function writeStays(ctx: Context, { visit, plan, stored, reason }: Stays): Promise<string[]> {
  await dropStays(ctx, visit, { plan, stored })
  let needsSlot = false
  for (const stay of plan.stays.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const isMissing = needsMachine(stay) && stay.machine_id === null
    if (isMissing && !ctx.madeOffline && !isKeptWithout(stay, visit))
      throw invalid({ [`${stay.path}.machine_id`]: 'is required' })
    const placing = await placeStay(ctx, visit, toStay(stay), reason)
    needsSlot ||= isMissing || placing === 'needs_slot' || stillWaits(stay, visit)
  }
  if (needsSlot && !visit.flags.includes(NEEDS_SLOT)) ctx.flag(NEEDS_SLOT)
  const others = visit.flags.filter((flag) => flag !== NEEDS_SLOT)
  return needsSlot ? [...others, NEEDS_SLOT] : others
}

/** True for a stay whose department has machines at the branch and that examines something. */
const needsMachine = ({ department, doctor_id, lines }: PlannedStay): boolean =>
  department?.has_machine === true &&
  doctor_id === null &&
  lines.some(({ service }) => service?.type === 'Exam_Service')

// A person who changes something else of a visit that waits for its machine need not find one at once.
const isKeptWithout = ({ stored }: PlannedStay, visit: LockedVisit): boolean =>
  stored?.machine_id === null && visit.flags.includes(NEEDS_SLOT)

// A clinical stay may name nobody. One that lost its doctor to another visit waits until somebody is chosen for it.
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

/** Takes away the stays that the booking no longer has; one that a cancelled service still names stays and frees its place. */
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
