import { sql } from 'kysely'
import { judgeStay } from '#domain/visit/calendar-rules.ts'
import { serviceTimes } from '#domain/visit/end-time.ts'
import { openToday, placeFirstFree } from '#domain/visit/first-free.ts'
import type { Context } from '#server/kernel/context.ts'
import type { BookingMasters } from './booking-masters.ts'
import type { BookingPlan, PlannedStay } from './booking-plan.ts'
import { readHours } from './free-slots.ts'
import { readOccupants } from './occupants.ts'
import { calendarFacts } from './place-stays.ts'
import type { LockedVisit } from './write-store.ts'

const MINUTE_MS = 60_000
/** How far ahead the search reads other visits; longer than the open hours of any branch. */
const AHEAD_MS = 48 * 60 * MINUTE_MS

interface Placing {
  visit: LockedVisit
  plan: BookingPlan
  masters: BookingMasters
}

/**
 * Returns the place of a stay that requested the first free one, at the time of storing. Uses the place that the desk
 * found while it is free, otherwise the first free machine of the department, not before the requested time and not
 * while the patient is elsewhere. Two desks that find the same place at once both get a place (docs/decisions/270).
 */
export async function firstFreeStay(
  ctx: Context,
  stay: PlannedStay,
  { visit, plan, masters }: Placing,
): Promise<PlannedStay> {
  const earliest = ctx.madeOffline ? stay.start : Math.max(stay.start, startOfMinute(ctx.now))
  const machines = [...masters.machines.values()].filter(
    ({ in_use, branch_id, department_id }) =>
      in_use && branch_id === visit.branch_id && department_id === stay.department_id,
  )
  const until = earliest + AHEAD_MS
  const occupants = await readOccupants(
    ctx,
    visit,
    machines.map(({ id }) => ({ machineId: id, doctorId: null, from: stay.start, to: until })),
  )
  const blocks = !stay.department?.may_overlap
  const verdict = judgeStay(
    {
      id: stay.id,
      machineId: stay.machine_id,
      doctorId: null,
      from: stay.start,
      to: stay.end,
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
  if (verdict.kind === 'placed') return stay
  const hours = await readHours(ctx, visit.branch_id)
  const [found] = placeFirstFree(
    [
      {
        key: stay.id,
        minutes: (stay.end - stay.start) / MINUTE_MS,
        places: machines.map(({ id }) => ({
          id,
          taken: blocks ? occupants.filter(({ machineId }) => machineId === id) : [],
        })),
      },
    ],
    {
      notBefore: earliest,
      open: hours ? openToday(earliest, hours) : [],
      busy: plan.stays.flatMap((one) => (one.id === stay.id ? [] : [{ from: one.start, to: one.end }])),
    },
  )
  return found ? movedTo(stay, found.start, found.placeId) : stay
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
    plan.stays.filter((stay) => stay.is_first_free).map(({ department_id }) => department_id),
  )
  for (const id of [...departments].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`place ${visit.client_id} ${visit.branch_id} ${id}`}, 0))`.execute(
      tx,
    )
}

const startOfMinute = (at: Date) => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS

function movedTo(stay: PlannedStay, start: number, machine_id: string | null): PlannedStay {
  const length = stay.end - stay.start
  const slotMinutes = length / Math.max(1, stay.lines.length) / MINUTE_MS
  const times = serviceTimes(start, stay.lines.length, slotMinutes)
  return {
    ...stay,
    machine_id,
    start,
    end: start + length,
    lines: stay.lines.map((line, index) => ({ ...line, ...times[index] })),
  }
}
