import { type Insertable, sql } from 'kysely'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import {
  type CalendarFacts,
  fieldsOfRefusal,
  judgeSlot,
  judgeTaken,
  type SlotRefusal,
  type SlotVerdict,
  type TakenPlace,
  type WishedSlot,
} from '#domain/visit/calendar-rules.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { VisitMachine } from '#server/kernel/database/schema.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { readOccupants } from '../../slots/occupants.ts'
import type { LockedVisit } from '../write-store.ts'
import { findFreeSlots } from './free-slots.ts'

/** A slot as it will be stored. */
export interface BookedSlot {
  id: string
  department_id: string
  machine_id: string | null
  doctor_id: string | null
  start_dt: Date
  end_dt: Date
  ref_hospital_id: string | null
  ref_dr_id: string | null
  other_ref_dr_ids: string[]
  /** True if the slot reserves its machine and doctor: it is live, and its department allows no overlap. */
  blocks: boolean
  /** The reason given for overbooking; kept while the slot does not move. */
  overbook_reason: string
}

/** What the calendar rules need to know besides the slot itself. */
export interface SlotFacts {
  /** The path of the slot in the input. */
  path: string
  needsMachine: boolean
  before: WishedSlot['before']
  overbookReason: string
}

/** The result of storing a slot. */
export type Placing = 'placed' | 'needs_slot' | 'overbooked'

const MINUTE_MS = 60_000

/** The column of each kind of place. */
const COLUMNS = { machine: 'machine_id', doctor: 'doctor_id' } as const

/** The exclusion constraints of 0060_front_desk.sql and 0082_doctor_slot.sql. */
const CONSTRAINTS: Readonly<Record<string, TakenPlace>> = {
  visit_machine_slot: 'machine',
  visit_doctor_slot: 'doctor',
}

/**
 * Writes a slot at its machine, or in a clinic with its doctor, as the calendar rules decide. If another visit has
 * the place: a person with `overbook_machine` may give a reason; a slot made offline is kept without the taken place;
 * otherwise throws 422 `slot_taken` with free places in `current` (docs/visits.md#visit-and-service-status,
 * docs/decisions/144, 269).
 */
export async function placeSlot(
  ctx: Context,
  visit: LockedVisit,
  slot: BookedSlot,
  facts: SlotFacts,
): Promise<Placing> {
  const calendar = calendarFacts(ctx, visit, facts)
  const wished = wishedOf(slot, facts)
  const verdict = judgeSlot(wished, { ...calendar, occupants: await readOccupants(ctx, visit, [wished]) })
  if (verdict.kind !== 'placed') return putByVerdict(ctx, visit, slot, { verdict, facts })
  // Another desk may book the same place at this moment; only the database constraint detects that, and it waits for
  // that transaction.
  const taken = await findTaken(ctx, visit, slot)
  if (taken === undefined) return 'placed'
  return putByVerdict(ctx, visit, slot, { verdict: judgeTaken(taken, calendar), facts })
}

/**
 * Returns the facts about the caller and the visit that the calendar rules need. Past starts and closed hours were
 * checked earlier.
 */
export const calendarFacts = (
  { caller, madeOffline }: Context,
  visit: LockedVisit,
  { overbookReason }: Pick<SlotFacts, 'overbookReason'>,
): Omit<CalendarFacts, 'occupants'> => ({
  visitId: visit.id,
  now: Number.NEGATIVE_INFINITY,
  mayOverbook: mayOverbook({ caller }),
  overbookReason,
  hours: undefined,
  hoursReason: '',
  isKeptWithoutPlace: madeOffline,
  waitsForSlot: visit.flags.includes('needs_slot'),
})

/** Returns true if the caller may, with a reason, overbook another visit or book while the branch is closed. */
export const mayOverbook = ({ caller }: Pick<Context, 'caller'>): boolean =>
  caller.isClientAdmin || caller.permissions.has('overbook_machine')

/** Returns a slot in the form of the calendar rules. */
export const wishedOf = (slot: BookedSlot, { needsMachine, before }: SlotFacts): WishedSlot => ({
  id: slot.id,
  machineId: slot.machine_id,
  doctorId: slot.doctor_id,
  from: slot.start_dt.getTime(),
  to: slot.end_dt.getTime(),
  blocks: slot.blocks,
  needsMachine,
  isFirstFree: false,
  before,
})

interface Judged {
  verdict: SlotVerdict
  facts: SlotFacts
}

async function putByVerdict(
  ctx: Context,
  visit: LockedVisit,
  slot: BookedSlot,
  { verdict, facts }: Judged,
): Promise<Placing> {
  if (verdict.kind === 'refused') throw await refusalOf(ctx, visit, slot, { verdict, facts })
  if (verdict.kind === 'overbooked') {
    const reason = facts.overbookReason.trim()
    await putSlot(ctx, visit, { ...slot, blocks: false, overbook_reason: reason })
    const { machine_id, doctor_id } = slot
    await ctx.audit('overbook', 'visit', visit.id, { machine_id, ...(doctor_id && { doctor_id }), reason })
    return 'overbooked'
  }
  if (verdict.kind === 'needs_slot') {
    await putWithout(ctx, visit, slot, verdict.taken)
    return 'needs_slot'
  }
  await putSlot(ctx, visit, slot)
  return 'placed'
}

async function refusalOf(
  ctx: Context,
  visit: LockedVisit,
  slot: BookedSlot,
  { verdict, facts }: Judged & { verdict: SlotRefusal },
): Promise<Refusal> {
  const fields = fieldsOfRefusal(facts.path, verdict)
  if (verdict.code === 'needs_machine') return invalid(fields ?? {})
  if (verdict.code !== 'slot_taken') return new Refusal(verdict.code)
  return new Refusal('slot_taken', undefined, {
    fields,
    current: await freePlacesFor(ctx, visit, slot, verdict.taken),
  })
}

/** Returns free slots for a booked one, at machines or with doctors; those at its own place come first. */
export const freePlacesFor = (
  ctx: Context,
  visit: Pick<LockedVisit, 'id' | 'branch_id'>,
  slot: Pick<BookedSlot, 'department_id' | 'machine_id' | 'doctor_id' | 'start_dt' | 'end_dt'>,
  kind: TakenPlace,
): Promise<FreeSlot[]> =>
  findFreeSlots(ctx, {
    branchId: visit.branch_id,
    departmentId: slot.department_id,
    ofDoctors: kind === 'doctor',
    placeId: slot[COLUMNS[kind]],
    from: slot.start_dt.getTime(),
    minutes: (slot.end_dt.getTime() - slot.start_dt.getTime()) / MINUTE_MS,
    visitId: visit.id,
  })

/** Stores a slot without the taken place. If it has two places, the second may be taken as well. */
async function putWithout(
  ctx: Context,
  visit: LockedVisit,
  slot: BookedSlot,
  taken: TakenPlace | undefined,
): Promise<void> {
  const homeless = taken === undefined ? slot : { ...slot, [COLUMNS[taken]]: null }
  const other = await findTaken(ctx, visit, homeless)
  if (other !== undefined) await putSlot(ctx, visit, { ...homeless, [COLUMNS[other]]: null })
}

/**
 * Writes a slot and returns undefined if its place is free; writes nothing and returns the taken place if the
 * database rejects it.
 */
export async function findTaken(
  ctx: Context,
  visit: LockedVisit,
  slot: BookedSlot,
): Promise<TakenPlace | undefined> {
  if (!slot.blocks || (slot.machine_id === null && slot.doctor_id === null)) {
    await putSlot(ctx, visit, slot)
    return undefined
  }
  return findTakenBy(ctx.tx, () => putSlot(ctx, visit, slot))
}

/**
 * Writes a slot within a savepoint, because a refused statement would end the whole transaction. Returns the place
 * that the database reports as taken; undefined if the slot was written.
 */
export async function findTakenBy(tx: Tx, put: () => Promise<void>): Promise<TakenPlace | undefined> {
  await sql`savepoint place_slot`.execute(tx)
  try {
    await put()
  } catch (error) {
    const taken = takenBy(error)
    if (!taken) throw error
    await sql`rollback to savepoint place_slot`.execute(tx)
    return taken
  }
  await sql`release savepoint place_slot`.execute(tx)
  return undefined
}

function takenBy(error: unknown): TakenPlace | undefined {
  const isNamed = error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
  return isNamed ? CONSTRAINTS[error.constraint as string] : undefined
}

async function putSlot({ tx }: Context, visit: LockedVisit, slot: BookedSlot): Promise<void> {
  const row: Insertable<VisitMachine> = { ...slot, client_id: visit.client_id, visit_id: visit.id }
  const { id: _, ...values } = slot
  const written = await tx
    .insertInto('visit_machine')
    .values(row)
    .onConflict((on) =>
      on.columns(['client_id', 'id']).doUpdateSet(values).where('visit_machine.visit_id', '=', visit.id),
    )
    .returning('id')
    .executeTakeFirst()
  // The id belongs to a slot of another visit.
  if (!written) throw new Refusal('id_reused')
}
