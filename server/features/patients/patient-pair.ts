import { sql, type Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import type { StoredPatient } from './patient-row.ts'
import { patientChanged } from './public/announce.ts'
import { lockPatient } from './public/store.ts'

/** Two records of one person: the one that stays, and the one that is merged into it. */
export interface PatientPair {
  kept: StoredPatient
  merged: StoredPatient
}

/** Locks both records, always in the same order to avoid deadlocks. Throws `not_found`. */
export async function lockPair(
  ctx: Context,
  { kept_id, merged_id }: { kept_id: string; merged_id: string },
): Promise<PatientPair> {
  const found = new Map<string, StoredPatient | undefined>()
  for (const id of [kept_id, merged_id].toSorted()) found.set(id, await lockPatient(ctx, id))
  const [kept, merged] = [found.get(kept_id), found.get(merged_id)]
  if (!kept || !merged) throw new Refusal('not_found')
  return { kept, merged }
}

/** Writes the columns of one of the two, raises its revision and announces it. Returns the record afterwards. */
export async function writePatient(
  ctx: Context,
  id: string,
  change: Updateable<Patient>,
): Promise<StoredPatient> {
  const after = await ctx.tx
    .updateTable('patient')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await patientChanged(ctx, after)
  return after
}
