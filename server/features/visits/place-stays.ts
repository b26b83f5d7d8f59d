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
  /** It takes its machine: live, and its department lets nothing overlap. */
  blocks: boolean
  /** The reason it was overbooked with, while it stands where it stood. */
  overbook_reason: string
}

/** What became of a stay whose place was taken. */
export type Placing = 'placed' | 'needs_slot' | 'overbooked'

const MINUTE_MS = 60_000

/**
 * Writes a stay at its machine. Where another visit stands there the database refuses it: a person with
 * `overbook_machine` may give a reason, what was done without a network is kept without a machine, and else the answer
 * is 422 `slot_taken` with free places in `current` (DECISIONS "Visit and service status").
 */
export async function placeStay(
  ctx: Context,
  visit: LockedVisit,
  stay: Stay,
  overbookReason: string | undefined,
): Promise<Placing> {
  if (await fits(ctx, visit, stay)) return 'placed'
  const reason = overbookReason?.trim() ?? ''
  if (reason !== '') {
    if (!ctx.caller.isClientAdmin && !ctx.caller.permissions.has('overbook_machine'))
      throw new Refusal('not_permitted')
    await putStay(ctx, visit, { ...stay, blocks: false, overbook_reason: reason })
    await ctx.audit('overbook', 'visit', visit.id, { machine_id: stay.machine_id, reason })
    return 'overbooked'
  }
  if (ctx.madeOffline) {
    await putStay(ctx, visit, { ...stay, machine_id: null })
    return 'needs_slot'
  }
  throw new Refusal('slot_taken', undefined, {
    current: await findFreeSlots(ctx, {
      branchId: visit.branch_id,
      departmentId: stay.department_id,
      machineId: stay.machine_id,
      from: stay.start_dt.getTime(),
      minutes: (stay.end_dt.getTime() - stay.start_dt.getTime()) / MINUTE_MS,
      visitId: visit.id,
    }),
  })
}

// Within a savepoint: a refused statement would end the whole transaction. A desk that books the same place in this
// moment is waited for.
async function fits(ctx: Context, visit: LockedVisit, stay: Stay): Promise<boolean> {
  if (!stay.blocks || stay.machine_id === null) {
    await putStay(ctx, visit, stay)
    return true
  }
  await sql`savepoint place_stay`.execute(ctx.tx)
  try {
    await putStay(ctx, visit, stay)
  } catch (error) {
    if (!isSlotTaken(error)) throw error
    await sql`rollback to savepoint place_stay`.execute(ctx.tx)
    return false
  }
  await sql`release savepoint place_stay`.execute(ctx.tx)
  return true
}

/** The exclusion constraint of 0060_front_desk.sql. */
function isSlotTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'visit_machine_slot'
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
