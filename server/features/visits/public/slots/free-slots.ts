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
  const found = await (wish.ofDoctors ? readDoctors : readMachines)(ctx, wish, open)
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

async function readMachines(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  { branchId, departmentId, visitId }: SlotWish,
  open: readonly Span[],
): Promise<PlaceRow[]> {
  const { from, to } = boundsOf(open)
  const { rows } = await sql<PlaceRow>`
    select m.id, m.name, coalesce(c.slot_duration, 15) as slot_minutes,
      coalesce(jsonb_agg(jsonb_build_object('from', vm.start_dt, 'to', vm.end_dt)) filter (where vm.id is not null),
        '[]') as taken
    from machine m
    left join department_client c on c.client_id = m.client_id and c.id = m.department_id
    left join visit_machine vm on vm.client_id = m.client_id and vm.machine_id = m.id and vm.blocks
      and vm.start_dt < ${to} and vm.end_dt > ${from} and vm.visit_id is distinct from ${visitId ?? null}::uuid
    where m.client_id = ${caller.clientId} and m.branch_id = ${branchId} and m.department_id = ${departmentId}
      and m.active and m.hidden is null
    group by m.id, m.name, m.disp_odr, c.slot_duration
    order by m.disp_odr, lower(m.name)`.execute(tx)
  return rows
}

// Slots at all branches count: a doctor who works at several branches can only be at one of them at a time.
async function readDoctors(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  { branchId, departmentId, visitId }: SlotWish,
  open: readonly Span[],
): Promise<PlaceRow[]> {
  const { from, to } = boundsOf(open)
  const { rows } = await sql<PlaceRow>`
    select u.id, u.name, coalesce(c.slot_duration, 15) as slot_minutes,
      coalesce(jsonb_agg(jsonb_build_object('from', vm.start_dt, 'to', vm.end_dt)) filter (where vm.id is not null),
        '[]') as taken
    from app_user u
    left join department_client c on c.client_id = u.client_id and c.id = u.department_id
    left join visit_machine vm on vm.client_id = u.client_id and vm.doctor_id = u.id and vm.blocks
      and vm.start_dt < ${to} and vm.end_dt > ${from} and vm.visit_id is distinct from ${visitId ?? null}::uuid
    where u.client_id = ${caller.clientId} and u.is_clinic_doctor and u.department_id = ${departmentId}
      and ${branchId}::uuid = any(u.branch_ids) and u.active and u.hidden is null
    group by u.id, u.name, c.slot_duration
    order by lower(u.name)`.execute(tx)
  return rows
}

const boundsOf = (open: readonly Span[]) => ({
  from: new Date(open[0]?.from ?? 0),
  to: new Date(open.at(-1)?.to ?? 0),
})
