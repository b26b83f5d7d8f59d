import { sql, type Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { TELL_FIELDS } from '#domain/message/tell-fields.ts'
import { changedFields, fieldConflicts } from '#domain/sync/field-conflicts.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import type { PatientFollowers } from './followers.ts'
import { settleIdentity } from './identity.ts'
import { keepChoices } from './keep-choices.ts'
import { keepWords } from './keep-words.ts'
import { holdNumbers, IDENTITY_FIELDS, isPatIdTaken } from './numbers.ts'
import { findPatientSettings } from './pat-id.ts'
import {
  comparable,
  type PatientValues,
  type SaveInput,
  seenOf,
  valuesOf,
  wantedOf,
} from './patient-input.ts'
import { type StoredPatient, toPatientRow } from './patient-row.ts'
import { patientChanged, SHOWN_ON_VISITS } from './public/announce.ts'
import { demandRules, latestDay } from './public/create-patient.ts'

/**
 * Changes a patient field by field, after a comparison of what the desk saw with the stored values
 * (docs/sync.md#policies).
 */
export async function editPatient(
  ctx: Context,
  stored: StoredPatient,
  input: SaveInput,
  visitsOfPatientChanged: PatientFollowers['visitsOfPatientChanged'],
): Promise<StoredPatient> {
  const today = dayAt(ctx.now, ctx.caller.timeZone)
  const wanted = wantedOf(input, valuesOf(input, today))
  const now = comparable(stored)
  if (fieldConflicts(now, comparable(seenOf(input)), comparable(wanted)).length > 0)
    throw new Refusal('conflict', undefined, { current: toPatientRow(stored) })
  const changed = pick(wanted, Object.keys(changedFields(now, comparable(wanted))))
  demandRules({ ...stored, ...changed }, latestDay(ctx), input.before && new Set(Object.keys(changed)))
  const change = {
    ...changed,
    ...(await identityChange(ctx, stored, changed)),
    ...(await patIdChange(ctx, stored, input)),
  }
  const patient = await writeEdit(ctx, stored, { ...change, ...mergeMark(stored, change, input) })
  if (SHOWN_ON_VISITS.some((name) => name in change)) await visitsOfPatientChanged(ctx, patient.id)
  return patient
}

const pick = (values: Partial<PatientValues>, names: readonly string[]): Partial<PatientValues> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

async function identityChange(
  ctx: Context,
  stored: StoredPatient,
  changed: Partial<PatientValues>,
): Promise<Updateable<Patient>> {
  const touched = IDENTITY_FIELDS.filter((field) => changed[field] !== undefined)
  if (touched.length === 0) return {}
  const wanted = { ssn: changed.ssn ?? stored.ssn, passport: changed.passport ?? stored.passport }
  const settled = await settleIdentity(ctx, stored.id, wanted)
  // A number that was set aside stays so until that number itself is settled.
  return Object.fromEntries(
    touched.flatMap((field) => [
      [field, settled[field]],
      [`${field}_held`, settled[`${field}_held`]],
    ]),
  )
}

// If the client uses the identity number as patient id, the id follows it; otherwise the desk may correct the id.
async function patIdChange(
  ctx: Context,
  stored: StoredPatient,
  input: SaveInput,
): Promise<Updateable<Patient>> {
  const isNamed = !input.before || 'pat_id' in input.before
  const typed = (input.pat_id ?? '').trim()
  if (!isNamed || typed === '' || typed === stored.pat_id) return {}
  if ((await findPatientSettings(ctx)).usesNumberAsPatId) return {}
  const seen = input.before?.pat_id
  if (seen !== undefined && seen !== stored.pat_id)
    throw new Refusal('conflict', undefined, { current: toPatientRow(stored) })
  await holdNumbers(ctx.tx, ctx.caller.clientId, [`id ${typed}`])
  if (await isPatIdTaken(ctx.tx, ctx.caller.clientId, typed, stored.id))
    throw new Refusal('invalid', undefined, { fields: { pat_id: 'Another patient has this ID.' } })
  return { pat_id: typed }
}

/**
 * Returns whether a person still has to check the record: while a number is set aside, or until somebody confirms
 * that it is another person.
 */
function mergeMark(
  stored: StoredPatient,
  change: Updateable<Patient>,
  input: SaveInput,
): Pick<Updateable<Patient>, 'needs_merge'> {
  const after = { ...stored, ...change }
  const isHeld = after.ssn_held !== '' || after.passport_held !== ''
  const wasHeld = stored.ssn_held !== '' || stored.passport_held !== ''
  const needsMerge = isHeld || (stored.needs_merge && !wasHeld && input.is_confirmed !== 1)
  return needsMerge === stored.needs_merge ? {} : { needs_merge: needsMerge }
}

async function noteChoices(ctx: Context, { id }: StoredPatient, change: Updateable<Patient>) {
  const { tx, caller, now } = ctx
  if (!TELL_FIELDS.some((name) => change[name] !== undefined)) return {}
  const saying = {
    tx,
    clientId: caller.clientId,
    patientId: id,
    userId: caller.userId,
    now,
    how: 'Desk' as const,
  }
  const noted = await keepChoices(saying, change)
  return { tell_noted: sql<string>`tell_noted || ${noted}::jsonb` }
}

async function writeEdit(
  ctx: Context,
  stored: StoredPatient,
  change: Updateable<Patient>,
): Promise<StoredPatient> {
  const fields = Object.keys(change)
  if (fields.length === 0) {
    await patientChanged(ctx, stored)
    return stored
  }
  const patient = await ctx.tx
    .updateTable('patient')
    .set({ ...change, ...(await noteChoices(ctx, stored, change)), touched: ctx.now, rev: sql`rev + 1` })
    .where('client_id', '=', stored.client_id)
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if ('fname' in change || 'lname' in change) await keepWords(ctx.tx, stored.client_id, [patient])
  // Only the names of the fields: the audit trail contains no patient data.
  await ctx.audit('edit', 'patient', patient.id, { fields })
  await patientChanged(ctx, patient)
  return patient
}
