import { sql } from 'kysely'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { offerPlaces, openDays } from '#domain/visit/free-places.ts'
import type { BranchHours, Span } from '#domain/visit/open-hours.ts'
import type { Context } from '#server/kernel/context.ts'

/** A search for a free slot. */
export interface SlotWish {
  branchId: string
  departmentId: string
  /** Searches the clinic doctors of the department instead of its machines. */
  ofDoctors: boolean
  /** The requested machine or doctor; its slots come first. */
  placeId: string | null | undefined
  /** The earliest start, in milliseconds. */
  from: number
  minutes: number
  /** The visit that is moved; its own slots do not block it. */
  visitId: string | undefined
}

/** A machine or a clinic doctor, with the times taken by other visits. */
interface PlaceRow {
  id: string
  name: string
  slot_minutes: number
  taken: { from: string; to: string }[]
}

/**
 * Returns free slots at the machines of a department, or with its clinic doctors, within the branch's open hours: the
 * requested place first, then by time.
 */
export async function findFreeSlots(
  ctx: Pick<Context, 'tx' | 'caller' | 'now'>,
  wish: SlotWish,
): Promise<FreeSlot[]> {
  const hours = await readHours(ctx, wish.branchId)
  if (!hours) return []
  const open = openDays(wish.from, hours)
  const found = await readPlaces(ctx, wish, open)
  const places = found.map(({ id, name, slot_minutes, taken }) => ({
    id,
    name,
    slotMinutes: slot_minutes,
    taken: taken.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
  }))
  const notBefore = Math.max(wish.from, ctx.now.getTime())
  const { placeId, minutes } = wish
  return offerPlaces(places, { placeId, notBefore, minutes }, open).map(({ place, from, to }) => ({
    machine_id: wish.ofDoctors ? null : place.id,
    ...(wish.ofDoctors && { doctor_id: place.id }),
    machine: place.name,
    start_dt: new Date(from).toISOString(),
    end_dt: new Date(to).toISOString(),
  }))
}

/** Reads the open hours of a branch of the caller's client; returns undefined if there is no such branch. */
export function readHours(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  branchId: string,
): Promise<BranchHours | undefined> {
  return tx
    .selectFrom('branch')
    .select(['open_time', 'close_time', 'time_zone'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', branchId)
    .executeTakeFirst()
}

/** Reads the machines or doctors of a wish with their taken times during the open hours, in the order of the lists. */
async function readPlaces(
  { tx, caller: { clientId } }: Pick<Context, 'tx' | 'caller'>,
  wish: SlotWish,
  open: readonly Span[],
): Promise<PlaceRow[]> {
  const { from, to } = boundsOf(open)
  const { places, takenBy } = wish.ofDoctors ? doctorsOf(clientId, wish) : machinesOf(clientId, wish)
  const { rows } = await sql<PlaceRow>`
    select p.id, p.name, coalesce(c.slot_duration, 15) as slot_minutes,
      coalesce(jsonb_agg(jsonb_build_object('from', vm.start_dt, 'to', vm.end_dt)) filter (where vm.id is not null),
        '[]') as taken
    from (${places}) p
    left join department_client c on c.client_id = ${clientId} and c.id = p.department_id
    left join visit_machine vm on vm.client_id = ${clientId} and ${takenBy} = p.id and vm.blocks
      and vm.start_dt < ${to} and vm.end_dt > ${from} and vm.visit_id is distinct from ${wish.visitId ?? null}::uuid
    group by p.id, p.name, p.position, c.slot_duration
    order by p.position, lower(p.name)`.execute(tx)
  return rows
}

const machinesOf = (clientId: string, { branchId, departmentId }: SlotWish) => ({
  places: sql`
    select id, name, department_id, disp_odr as position from machine
    where client_id = ${clientId} and branch_id = ${branchId} and department_id = ${departmentId}
      and active and hidden is null`,
  takenBy: sql.ref('vm.machine_id'),
})

// Slots at all branches count: a doctor who works at several branches can only be at one of them at a time.
const doctorsOf = (clientId: string, { branchId, departmentId }: SlotWish) => ({
  places: sql`
    select id, name, department_id, 0 as position from app_user
    where client_id = ${clientId} and is_clinic_doctor and department_id = ${departmentId}
      and ${branchId}::uuid = any(branch_ids) and active and hidden is null`,
  takenBy: sql.ref('vm.doctor_id'),
})

const boundsOf = (open: readonly Span[]) => ({
  from: new Date(open[0]?.from ?? 0),
  to: new Date(open.at(-1)?.to ?? 0),
})
