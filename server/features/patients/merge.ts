import type { Updateable } from 'kysely'
import type { patientDeskCalls } from '#contract/calls/patient-desk.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { mergedColumns } from '#domain/patient/merge-fields.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import { seesPatients } from '#server/kernel/scopes.ts'
import type { PatientFollowers } from './followers.ts'
import type { Moved } from './merge-store.ts'
import { moveRecords } from './move-records.ts'
import { holdNumbers } from './numbers.ts'
import { lockPair, writePatient } from './patient-pair.ts'
import type { StoredPatient } from './patient-row.ts'
import { SHOWN_ON_VISITS } from './public/announce.ts'

type MergeInput = ParsedInputOf<typeof patientDeskCalls.merge>

/**
 * Merges two records of one person: moves the records of the second to the first, and stores what was moved so that
 * the merge can be undone.
 */
export async function mergePatients(
  ctx: Context,
  input: MergeInput,
  followers: PatientFollowers,
): Promise<StoredPatient> {
  if (!seesPatients(ctx.caller)) throw new Refusal('not_permitted')
  if (input.kept_id === input.merged_id) throw new Refusal('refused', 'These records are already merged.')
  const { kept, merged } = await lockPair(ctx, input)
  if (merged.merged_into_id === kept.id) return repeatOf(ctx, input.id, kept)
  if (kept.hidden || merged.hidden) throw new Refusal('not_found')
  await holdNumbers(ctx.tx, ctx.caller.clientId, [kept.ssn, kept.passport, merged.ssn, merged.passport])
  const records = await moveRecords(ctx, followers, { from: merged.id, to: kept.id })
  // Hides it first, so that its numbers are free for the record that stays.
  await hideMerged(ctx, merged, kept.id)
  await endOwnLinks(ctx, merged, followers)
  const change = takenOver(kept, merged, input.fields)
  const after = await writeKept(ctx, kept, change, followers)
  const fields = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      { before: kept[name as keyof StoredPatient], after: value },
    ]),
  )
  await keepMerge(ctx, input, { ...records, fields })
  return after
}

async function repeatOf(ctx: Context, id: string, kept: StoredPatient): Promise<StoredPatient> {
  const known = await ctx.tx
    .selectFrom('patient_merge')
    .select('id')
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw new Refusal('refused', 'These records are already merged.')
  return kept
}

const hideMerged = (ctx: Context, { id }: StoredPatient, keptId: string): Promise<StoredPatient> =>
  writePatient(ctx, id, {
    hidden: ctx.now,
    merged_into_id: keptId,
    merged_on: ctx.now,
    merged_by_id: ctx.caller.userId,
  })

// Revokes the automatic sign-ins of the merged record. They would open an empty portal, or that of another person if
// the merge was a mistake. The desk must grant access again.
async function endOwnLinks(ctx: Context, merged: StoredPatient, followers: PatientFollowers): Promise<void> {
  if (!merged.user_id) return
  await followers.endPortalLinks(ctx, merged.id, merged.user_id)
}

/**
 * Returns the changed columns of the kept record: the chosen ones, and the numbers that no other record has any more.
 */
function takenOver(
  kept: StoredPatient,
  merged: StoredPatient,
  fields: readonly string[],
): Updateable<Patient> & Partial<StoredPatient> {
  const chosen = Object.fromEntries(
    mergedColumns(fields).map((name) => [name, merged[name as keyof StoredPatient]]),
  ) as Partial<StoredPatient>
  const ssn = chosen.ssn || kept.ssn || kept.ssn_held || merged.ssn
  const passport = chosen.passport || kept.passport || kept.passport_held || merged.passport
  const wanted: Partial<StoredPatient> = {
    ...chosen,
    ssn,
    passport,
    ssn_held: '',
    passport_held: '',
    needs_merge: false,
    // The portal sign-in moves with the person.
    user_id: kept.user_id ?? merged.user_id,
  }
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(kept[name as keyof StoredPatient]) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(wanted).filter(differs))
}

async function writeKept(
  ctx: Context,
  kept: StoredPatient,
  change: Updateable<Patient>,
  followers: PatientFollowers,
): Promise<StoredPatient> {
  const after = await writePatient(ctx, kept.id, { ...change, touched: ctx.now })
  if (Object.keys(change).some((name) => (SHOWN_ON_VISITS as readonly string[]).includes(name)))
    await followers.visitsOfPatientChanged(ctx, kept.id)
  return after
}

async function keepMerge(ctx: Context, input: MergeInput, moved: Moved): Promise<void> {
  const { id, kept_id, merged_id } = input
  await ctx.tx
    .insertInto('patient_merge')
    .values({
      client_id: ctx.caller.clientId,
      id,
      kept_id,
      merged_id,
      moved: JSON.stringify(moved),
      merged_on: ctx.now,
      merged_by_id: ctx.caller.userId,
    })
    .execute()
  const { visits, studies, consents, requests, fields } = moved
  await ctx.audit('merge', 'patient', kept_id, {
    merge_id: id,
    merged_id,
    visits: visits.length,
    studies: studies.length,
    consents: consents.length,
    requests: requests.length,
    fields: Object.keys(fields),
  })
}
