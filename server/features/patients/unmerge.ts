import type { Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import { seesPatients } from '#server/kernel/scopes.ts'
import type { PatientFollowers } from './followers.ts'
import { Moved } from './merge-store.ts'
import { moveRecords } from './move-records.ts'
import { holdNumbers, IDENTITY_FIELDS, isTaken } from './numbers.ts'
import { lockPair, writePatient } from './patient-pair.ts'
import type { StoredPatient } from './patient-row.ts'

/**
 * Undoes a merge: moves the records back, restores the fields that were taken over unless they were changed since,
 * and shows the merged record again. Returns the record that was kept.
 */
export async function unmergePatients(
  ctx: Context,
  mergeId: string,
  followers: PatientFollowers,
): Promise<StoredPatient> {
  if (!seesPatients(ctx.caller)) throw new Refusal('not_permitted')
  const merge = await lockMerge(ctx, mergeId)
  const { kept, merged } = await lockPair(ctx, merge)
  if (merge.undone_on) return kept
  if (kept.hidden) throw new Refusal('refused', 'The remaining record was itself merged. Undo that first.')
  const { fields, ...only } = Moved.parse(merge.moved)
  await holdNumbers(ctx.tx, ctx.caller.clientId, [kept.ssn, kept.passport, merged.ssn, merged.passport])
  await moveRecords(ctx, followers, { from: kept.id, to: merged.id, only })
  const back = await writePatient(ctx, kept.id, { ...fieldsBack(kept, fields), touched: ctx.now })
  await showMerged(ctx, merged)
  await markUndone(ctx, mergeId)
  await followers.visitsOfPatientChanged(ctx, kept.id)
  await ctx.audit('unmerge', 'patient', kept.id, { merge_id: mergeId, merged_id: merged.id })
  return back
}

async function lockMerge(ctx: Context, id: string) {
  const merge = await ctx.tx
    .selectFrom('patient_merge')
    .selectAll()
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!merge) throw new Refusal('not_found')
  return merge
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function fieldsBack(kept: StoredPatient, fields: Moved['fields']): Updateable<Patient> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { after }]) => same(kept[name as keyof StoredPatient], after))
      .map(([name, { before }]) => [name, before]),
  )
}

// If another patient was given the number since, sets it aside, as a registration does.
async function showMerged(ctx: Context, merged: StoredPatient): Promise<void> {
  const held: Updateable<Patient> = {}
  for (const field of IDENTITY_FIELDS) {
    if (!(await isTaken(ctx.tx, ctx.caller.clientId, field, merged[field], merged.id))) continue
    held[field] = ''
    held[`${field}_held`] = merged[field]
    held.needs_merge = true
  }
  await writePatient(ctx, merged.id, {
    ...held,
    hidden: null,
    merged_into_id: null,
    merged_on: null,
    merged_by_id: null,
    touched: ctx.now,
  })
}

function markUndone(ctx: Context, id: string): Promise<unknown> {
  return ctx.tx
    .updateTable('patient_merge')
    .set({ undone_on: ctx.now, undone_by_id: ctx.caller.userId })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .execute()
}
