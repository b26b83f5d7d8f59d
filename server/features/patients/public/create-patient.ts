import type { Insertable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { TELL_FIELDS } from '#domain/message/tell-fields.ts'
import { patientProblems } from '#domain/patient/patient-rules.ts'
import { type DayText, dayAt } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Patient } from '#server/kernel/database/schema.ts'
import { momentsOf } from '#server/kernel/sync/commands/device-clock.ts'
import { settleIdentity, settlePatId } from '../identity.ts'
import { keepChoices } from '../keep-choices.ts'
import { keepWords } from '../keep-words.ts'
import { selectLikely } from '../likely-store.ts'
import { findPatientSettings } from '../pat-id.ts'
import { type SaveInput, valuesOf } from '../patient-input.ts'
import type { StoredPatient } from '../patient-row.ts'
import { patientChanged } from './announce.ts'

/**
 * Registers a patient. Checks the rules first, then numbers that another patient has, then patients who may be the
 * same person.
 */
export async function createPatient(ctx: Context, input: SaveInput): Promise<StoredPatient> {
  const { caller } = ctx
  const today = dayAt(ctx.now, caller.timeZone)
  const settings = await findPatientSettings(ctx)
  const values = { phone_code: settings.phoneCode, country_id: settings.countryId, ...valuesOf(input, today) }
  demandRules({ ...input, ...values }, latestDay(ctx))
  const wanted = { ssn: values.ssn ?? '', passport: values.passport ?? '' }
  const identity = await settleIdentity(ctx, input.id, wanted)
  const isLikely = await looksLikeSomebody(ctx, input, values.dob ?? null)
  const { patId, gaveWay } = await settlePatId(ctx, settings, {
    id: input.id,
    typed: (input.pat_id ?? '').trim(),
    ...identity,
  })
  const needsMerge = identity.ssn_held !== '' || identity.passport_held !== '' || isLikely || gaveWay
  if (needsMerge) ctx.flag('needs_merge')
  const patient = await insertPatient(ctx, {
    ...values,
    ...identity,
    fname: input.fname.trim(),
    id: input.id,
    pat_id: patId,
    needs_merge: needsMerge,
    client_id: caller.clientId,
  })
  await keepWords(ctx.tx, caller.clientId, [patient])
  await noteFirstChoices(ctx, patient)
  await ctx.audit('add', 'patient', patient.id, needsMerge ? { needs_merge: true } : {})
  await patientChanged(ctx, patient)
  return patient
}

/**
 * Returns the last day on which the input can have been typed. A desk whose clock is ahead can register a patient
 * born today.
 */
export const latestDay = (ctx: Context): DayText => dayAt(momentsOf(ctx).latest, ctx.caller.timeZone)

/** Throws with the rule of each invalid field. */
export function demandRules(
  fields: Parameters<typeof patientProblems>[0],
  today: string,
  only?: ReadonlySet<string>,
): void {
  const problems = Object.entries(patientProblems(fields, today)).filter(
    ([field]) => only === undefined || only.has(field),
  )
  if (problems.length > 0) throw new Refusal('invalid', undefined, { fields: Object.fromEntries(problems) })
}

// Work made offline cannot be confirmed any more; the record is marked and a person checks it later.
async function looksLikeSomebody(ctx: Context, input: SaveInput, dob: string | null): Promise<boolean> {
  if (input.is_confirmed === 1) return false
  const likely = await selectLikely(ctx.tx, ctx.caller.clientId, { ...input, dob })
  if (likely.length > 0 && !ctx.madeOffline)
    throw new Refusal('likely_duplicate', undefined, { current: likely })
  return likely.length > 0
}

// A channel with the value 'not asked' is not a choice, so it is not recorded.
async function noteFirstChoices(ctx: Context, patient: StoredPatient): Promise<void> {
  const said = Object.fromEntries(
    TELL_FIELDS.flatMap((name) => (patient[name] === '' ? [] : [[name, patient[name]]])),
  )
  if (Object.keys(said).length === 0) return
  const { tx, caller, now } = ctx
  const { clientId, userId } = caller
  const noted = await keepChoices({ tx, clientId, patientId: patient.id, userId, now, how: 'Desk' }, said)
  const { tell_noted } = await tx
    .updateTable('patient')
    .set({ tell_noted: noted })
    .where('client_id', '=', clientId)
    .where('id', '=', patient.id)
    .returning('tell_noted')
    .executeTakeFirstOrThrow()
  Object.assign(patient, { tell_noted })
}

function insertPatient(ctx: Context, patient: Insertable<Patient>): Promise<StoredPatient> {
  return ctx.tx
    .insertInto('patient')
    .values({ ...patient, touched: ctx.now, created: ctx.now, created_by: ctx.caller.userId })
    .returningAll()
    .executeTakeFirstOrThrow()
}
