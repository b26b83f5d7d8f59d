import { type Insertable, sql } from 'kysely'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import {
  type CalendarFacts,
  fieldsOfRefusal,
  judgeStay,
  judgeTaken,
  type StayRefusal,
  type StayVerdict,
  type TakenPlace,
  type WishedStay,
} from '#domain/visit/calendar-rules.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { VisitMachine } from '#server/kernel/database/schema.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { findFreeSlots } from './free-slots.ts'
import { readOccupants } from './occupants.ts'
import type { LockedVisit } from './write-store.ts'

/** A stay as it is to be stored. */
export interface Stay {
  id: string
  department_id: string
  machine_id: string | null
  doctor_id: string | null
  start_dt: Date
  end_dt: Date
  ref_hospital_id: string | null
  ref_dr_id: string | null
  other_ref_dr_ids: string[]
  /** It takes its machine and its doctor: live, and its department lets nothing overlap. */
  blocks: boolean
  /** The reason it was overbooked with, while it stands where it stood. */
  overbook_reason: string
}

/** What the rules of the calendar know of a stay beside the stay itself. */
export interface StayFacts {
  /** Where the input names the stay. */
  path: string
  needsMachine: boolean
  before: WishedStay['before']
  overbookReason: string
}

/** What became of a stay that was stored. */
export type Placing = 'placed' | 'needs_slot' | 'overbooked'

const MINUTE_MS = 60_000

/** What stands in the column of a place. */
const COLUMNS = { machine: 'machine_id', doctor: 'doctor_id' } as const

/** The exclusion constraints of 0060_front_desk.sql and 0082_doctor_slot.sql. */
const CONSTRAINTS: Readonly<Record<string, TakenPlace>> = {
  visit_machine_slot: 'machine',
  visit_doctor_slot: 'doctor',
}

/**
 * Writes a stay at its machine, or in a clinic with its doctor, by the verdict of the calendar's rules. Where another
 * visit stands there a person with `overbook_machine` may give a reason, what was done without a network is kept without
 * the place that is taken, and else the answer is 422 `slot_taken` with free places in `current` (docs/visits.md#visit-and-service-status, docs/decisions/144, 269).
 */
export async function placeStay(
  ctx: Context,
  visit: LockedVisit,
  stay: Stay,
  facts: StayFacts,
): Promise<Placing> {
  const calendar = calendarFacts(ctx, visit, facts)
  const wished = wishedOf(stay, facts)
  const verdict = judgeStay(wished, { ...calendar, occupants: await readOccupants(ctx, visit, [wished]) })
  if (verdict.kind !== 'placed') return putByVerdict(ctx, visit, stay, { verdict, facts })
  // A desk that books the same place in this moment is waited for: only the database can tell.
  const taken = await findTaken(ctx, visit, stay)
  if (taken === undefined) return 'placed'
  return putByVerdict(ctx, visit, stay, { verdict: judgeTaken(taken, calendar), facts })
}

/** What the rules of the calendar ask of the caller and the visit. Past starts and closed hours were judged before. */
export const calendarFacts = (
  { caller, madeOffline }: Context,
  visit: LockedVisit,
  { overbookReason }: Pick<StayFacts, 'overbookReason'>,
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

/** True for somebody who may book over another visit, or while the branch is closed, with a reason. */
export const mayOverbook = ({ caller }: Pick<Context, 'caller'>): boolean =>
  caller.isClientAdmin || caller.permissions.has('overbook_machine')

/** A stay as the rules of the calendar look at it. */
export const wishedOf = (stay: Stay, { needsMachine, before }: StayFacts): WishedStay => ({
  id: stay.id,
  machineId: stay.machine_id,
  doctorId: stay.doctor_id,
  from: stay.start_dt.getTime(),
  to: stay.end_dt.getTime(),
  blocks: stay.blocks,
  needsMachine,
  isFirstFree: false,
  before,
})

interface Judged {
  verdict: StayVerdict
  facts: StayFacts
}

async function putByVerdict(
  ctx: Context,
  visit: LockedVisit,
  stay: Stay,
  { verdict, facts }: Judged,
): Promise<Placing> {
  if (verdict.kind === 'refused') throw await refusalOf(ctx, visit, stay, { verdict, facts })
  if (verdict.kind === 'overbooked') {
    const reason = facts.overbookReason.trim()
    await putStay(ctx, visit, { ...stay, blocks: false, overbook_reason: reason })
    const { machine_id, doctor_id } = stay
    await ctx.audit('overbook', 'visit', visit.id, { machine_id, ...(doctor_id && { doctor_id }), reason })
    return 'overbooked'
  }
  if (verdict.kind === 'needs_slot') {
    await putWithout(ctx, visit, stay, verdict.taken)
    return 'needs_slot'
  }
  await putStay(ctx, visit, stay)
  return 'placed'
}

async function refusalOf(
  ctx: Context,
  visit: LockedVisit,
  stay: Stay,
  { verdict, facts }: Judged & { verdict: StayRefusal },
): Promise<Refusal> {
  const fields = fieldsOfRefusal(facts.path, verdict)
  if (verdict.code === 'needs_machine') return invalid(fields ?? {})
  if (verdict.code !== 'slot_taken') return new Refusal(verdict.code)
  return new Refusal('slot_taken', undefined, {
    fields,
    current: await freePlacesFor(ctx, visit, stay, verdict.taken),
  })
}

/** Free places for a stay at a machine or with a doctor, those of its own one first. */
export const freePlacesFor = (
  ctx: Context,
  visit: Pick<LockedVisit, 'id' | 'branch_id'>,
  stay: Pick<Stay, 'department_id' | 'machine_id' | 'doctor_id' | 'start_dt' | 'end_dt'>,
  kind: TakenPlace,
): Promise<FreeSlot[]> =>
  findFreeSlots(ctx, {
    branchId: visit.branch_id,
    departmentId: stay.department_id,
    ofDoctors: kind === 'doctor',
    placeId: stay[COLUMNS[kind]],
    from: stay.start_dt.getTime(),
    minutes: (stay.end_dt.getTime() - stay.start_dt.getTime()) / MINUTE_MS,
    visitId: visit.id,
  })

/** Keeps a stay without the place that is taken; the other one, where it has two, may be taken as well. */
async function putWithout(
  ctx: Context,
  visit: LockedVisit,
  stay: Stay,
  taken: TakenPlace | undefined,
): Promise<void> {
  const homeless = taken === undefined ? stay : { ...stay, [COLUMNS[taken]]: null }
  const other = await findTaken(ctx, visit, homeless)
  if (other !== undefined) await putStay(ctx, visit, { ...homeless, [COLUMNS[other]]: null })
}

/**
 * Writes a stay where its place is free and returns undefined; where the database says that it is taken nothing is
 * written.
 */
export async function findTaken(
  ctx: Context,
  visit: LockedVisit,
  stay: Stay,
): Promise<TakenPlace | undefined> {
  if (!stay.blocks || (stay.machine_id === null && stay.doctor_id === null)) {
    await putStay(ctx, visit, stay)
    return undefined
  }
  return findTakenBy(ctx.tx, () => putStay(ctx, visit, stay))
}

/**
 * Runs a write of a slot within a savepoint, because a refused statement would end the whole transaction. Returns which
 * place the database says is taken; undefined where the slot was written.
 */
export async function findTakenBy(tx: Tx, put: () => Promise<void>): Promise<TakenPlace | undefined> {
  await sql`savepoint place_stay`.execute(tx)
  try {
    await put()
  } catch (error) {
    const taken = takenBy(error)
    if (!taken) throw error
    await sql`rollback to savepoint place_stay`.execute(tx)
    return taken
  }
  await sql`release savepoint place_stay`.execute(tx)
  return undefined
}

function takenBy(error: unknown): TakenPlace | undefined {
  const isNamed = error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
  return isNamed ? CONSTRAINTS[error.constraint as string] : undefined
}

async function putStay({ tx }: Context, visit: LockedVisit, stay: Stay): Promise<void> {
  const row: Insertable<VisitMachine> = { ...stay, client_id: visit.client_id, visit_id: visit.id }
  const { id: _, ...values } = stay
  const written = await tx
    .insertInto('visit_machine')
    .values(row)
    .onConflict((on) =>
      on.columns(['client_id', 'id']).doUpdateSet(values).where('visit_machine.visit_id', '=', visit.id),
    )
    .returning('id')
    .executeTakeFirst()
  // The id is a stay of another visit's.
  if (!written) throw new Refusal('id_reused')
}
