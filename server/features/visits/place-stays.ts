import { type Insertable, sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import type { VisitMachine } from '#server/kernel/database/schema.ts'
import { findFreeSlots } from './free-slots.ts'
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

/** What became of a stay whose place was taken. */
export type Placing = 'placed' | 'needs_slot' | 'overbooked'

const MINUTE_MS = 60_000

/** The place of a stay that another visit stands in. */
type Taken = 'machine_id' | 'doctor_id'

/** The exclusion constraints of 0060_front_desk.sql and 0082_doctor_slot.sql. */
const CONSTRAINTS: Readonly<Record<string, Taken>> = {
  visit_machine_slot: 'machine_id',
  visit_doctor_slot: 'doctor_id',
}

/**
 * Writes a stay at its machine, or in a clinic with its doctor. Where another visit stands there the database refuses
 * it: a person with `overbook_machine` may give a reason, what was done without a network is kept without the place that
 * is taken, and else the answer is 422 `slot_taken` with free places in `current` (DECISIONS "Visit and service status",
 * docs/decisions/144).
 */
export async function placeStay(
  ctx: Context,
  visit: LockedVisit,
  stay: Stay,
  overbookReason: string | undefined,
): Promise<Placing> {
  const taken = await findTaken(ctx, visit, stay)
  if (taken === undefined) return 'placed'
  const reason = overbookReason?.trim() ?? ''
  if (reason !== '') {
    if (!ctx.caller.isClientAdmin && !ctx.caller.permissions.has('overbook_machine'))
      throw new Refusal('not_permitted')
    await putStay(ctx, visit, { ...stay, blocks: false, overbook_reason: reason })
    const { machine_id, doctor_id } = stay
    await ctx.audit('overbook', 'visit', visit.id, { machine_id, ...(doctor_id && { doctor_id }), reason })
    return 'overbooked'
  }
  if (ctx.madeOffline) {
    await putWithout(ctx, visit, stay, taken)
    return 'needs_slot'
  }
  throw new Refusal('slot_taken', undefined, {
    current: await findFreeSlots(ctx, {
      branchId: visit.branch_id,
      departmentId: stay.department_id,
      ofDoctors: taken === 'doctor_id',
      placeId: stay[taken],
      from: stay.start_dt.getTime(),
      minutes: (stay.end_dt.getTime() - stay.start_dt.getTime()) / MINUTE_MS,
      visitId: visit.id,
    }),
  })
}

/** Keeps a stay without the place that is taken; the other one, where it has two, may be taken as well. */
async function putWithout(ctx: Context, visit: LockedVisit, stay: Stay, taken: Taken): Promise<void> {
  const homeless = { ...stay, [taken]: null }
  const other = await findTaken(ctx, visit, homeless)
  if (other !== undefined) await putStay(ctx, visit, { ...homeless, [other]: null })
}

// Within a savepoint: a refused statement would end the whole transaction. A desk that books the same place in this
// moment is waited for.
async function findTaken(ctx: Context, visit: LockedVisit, stay: Stay): Promise<Taken | undefined> {
  if (!stay.blocks || (stay.machine_id === null && stay.doctor_id === null)) {
    await putStay(ctx, visit, stay)
    return undefined
  }
  await sql`savepoint place_stay`.execute(ctx.tx)
  try {
    await putStay(ctx, visit, stay)
  } catch (error) {
    const taken = takenBy(error)
    if (!taken) throw error
    await sql`rollback to savepoint place_stay`.execute(ctx.tx)
    return taken
  }
  await sql`release savepoint place_stay`.execute(ctx.tx)
  return undefined
}

function takenBy(error: unknown): Taken | undefined {
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
