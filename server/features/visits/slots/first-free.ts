import { sql } from 'kysely'
import { judgeSlot } from '#domain/visit/calendar-rules.ts'
import { serviceTimes } from '#domain/visit/end-time.ts'
import { openToday, placeFirstFree } from '#domain/visit/first-free.ts'
import type { Context } from '#server/kernel/context.ts'
import type { BookingMasters } from '../public/booking/booking-masters.ts'
import type { BookingPlan, PlannedSlot } from '../public/booking/booking-plan.ts'
import { readHours } from '../public/slots/free-slots.ts'
import { calendarFacts } from '../public/slots/place-slots.ts'
import type { LockedVisit } from '../public/write-store.ts'
import { readOccupants } from './occupants.ts'

const MINUTE_MS = 60_000
/** How far ahead the search reads other visits; longer than the open hours of any branch. */
const AHEAD_MS = 48 * 60 * MINUTE_MS

interface Placing {
  visit: LockedVisit
  plan: BookingPlan
  masters: BookingMasters
}

/**
 * Returns the place of a slot that requested the first free one, at the time of storing. Uses the place that the desk
 * found while it is free, otherwise the first free machine of the department, not before the requested time and not
 * while the patient is elsewhere. Two desks that find the same place at once both get a place (docs/decisions/270).
 */
export async function firstFreeSlot(
  ctx: Context,
  slot: PlannedSlot,
  { visit, plan, masters }: Placing,
): Promise<PlannedSlot> {
  const earliest = ctx.madeOffline ? slot.start : Math.max(slot.start, startOfMinute(ctx.now))
  const machines = [...masters.machines.values()].filter(
    ({ in_use, branch_id, department_id }) =>
      in_use && branch_id === visit.branch_id && department_id === slot.department_id,
  )
  const until = earliest + AHEAD_MS
  const occupants = await readOccupants(
    ctx,
    visit,
    machines.map(({ id }) => ({ machineId: id, doctorId: null, from: slot.start, to: until })),
  )
  const blocks = !slot.department?.may_overlap
  const verdict = judgeSlot(
    {
      id: slot.id,
      machineId: slot.machine_id,
      doctorId: null,
      from: slot.start,
      to: slot.end,
      blocks,
      needsMachine: machines.length > 0,
      isFirstFree: true,
      before: undefined,
    },
    {
      ...calendarFacts(ctx, visit, { overbookReason: '' }),
      isKeptWithoutPlace: false,
      now: earliest,
      occupants,
    },
  )
  if (verdict.kind === 'placed') return slot
  const hours = await readHours(ctx, visit.branch_id)
  const [found] = placeFirstFree(
    [
      {
        key: slot.id,
        minutes: (slot.end - slot.start) / MINUTE_MS,
        places: machines.map(({ id }) => ({
          id,
          taken: blocks ? occupants.filter(({ machineId }) => machineId === id) : [],
        })),
      },
    ],
    {
      notBefore: earliest,
      open: hours ? openToday(earliest, hours) : [],
      busy: plan.slots.flatMap((one) => (one.id === slot.id ? [] : [{ from: one.start, to: one.end }])),
    },
  )
  return found ? movedTo(slot, found.start, found.placeId) : slot
}

/**
 * Serializes bookings that request the first free place of a department until they are stored; otherwise concurrent
 * bookings would all try the same places. Locks the departments in sorted order to avoid deadlocks.
 */
export async function queueForFirstFree(
  { tx }: Pick<Context, 'tx'>,
  visit: Pick<LockedVisit, 'client_id' | 'branch_id'>,
  plan: BookingPlan,
): Promise<void> {
  const departments = new Set(
    plan.slots.filter((slot) => slot.is_first_free).map(({ department_id }) => department_id),
  )
  for (const id of [...departments].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`place ${visit.client_id} ${visit.branch_id} ${id}`}, 0))`.execute(
      tx,
    )
}

const startOfMinute = (at: Date) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS

function movedTo(slot: PlannedSlot, start: number, machine_id: string | null): PlannedSlot {
  const length = slot.end - slot.start
  const slotMinutes = length / Math.max(1, slot.lines.length) / MINUTE_MS
  const times = serviceTimes(start, slot.lines.length, slotMinutes)
  return {
    ...slot,
    machine_id,
    start,
    end: start + length,
    lines: slot.lines.map((line, index) => ({ ...line, ...times[index] })),
  }
}
