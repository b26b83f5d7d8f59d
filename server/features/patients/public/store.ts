import { sql } from 'kysely'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { mayEditPatient, mayRegister } from '#domain/patient/patient-rights.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Caller, Context, Tx } from '#server/kernel/context.ts'
import { seesPatients } from '#server/kernel/scopes.ts'
import { editPatient } from '../edit-patient.ts'
import type { PatientFollowers } from '../followers.ts'
import { comparable, type SaveInput, valuesOf } from '../patient-input.ts'
import { type StoredPatient, selectPatients, toPatientRow } from '../patient-row.ts'
import { patientChanged } from './announce.ts'
import { createPatient } from './create-patient.ts'

const DAY_MS = 86_400_000

/**
 * Returns the patient with that id, of any branch (the caller must audit the access), or the record that it was
 * merged into; write to the id of the result. Returns undefined if there is none, or if the caller may not search
 * patients.
 */
export async function findVisiblePatient(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<StoredPatient | undefined> {
  if (!seesPatients(caller)) return undefined
  const { rows } = await sql<{ id: string }>`
    with recursive way (id, merged_into_id, step) as (
      select id, merged_into_id, 0 from patient where client_id = ${caller.clientId} and id = ${id}
      union all
      select p.id, p.merged_into_id, way.step + 1 from patient p join way on p.id = way.merged_into_id
      where p.client_id = ${caller.clientId} and way.step < 20
    ) select id from way where merged_into_id is null`.execute(tx)
  const [found] = await selectPatients(
    tx,
    caller.clientId,
    rows.map((row) => row.id),
  )
  return found
}

/** Locks a record; finds merged and hidden ones too. */
export function lockPatient(ctx: Context, id: string): Promise<StoredPatient | undefined> {
  return ctx.tx
    .selectFrom('patient')
    .selectAll()
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Registers or changes a patient (docs/visits.md#patients, docs/visits.md#booking); a repeat with the same id returns
 * the same record. Checks the rights before the response reveals anything.
 */
export async function savePatient(
  ctx: Context,
  input: SaveInput,
  visitsOfPatientChanged: PatientFollowers['visitsOfPatientChanged'],
): Promise<PatientRow> {
  if (!seesPatients(ctx.caller)) throw new Refusal('not_permitted')
  const stored = await lockPatient(ctx, input.id)
  const isNew = input.rev === undefined
  if (isNew ? !mayRegister(ctx.caller) : !mayEditPatient(ctx.caller)) throw new Refusal('not_permitted')
  if (!stored) {
    if (!isNew) throw new Refusal('not_found')
    return toPatientRow(await createPatient(ctx, input))
  }
  if (stored.merged_into_id) throw new Refusal('refused', 'This record was merged into another one.')
  if (stored.hidden) throw new Refusal('not_found')
  return toPatientRow(
    await (isNew ? repeatOf(ctx, stored, input) : editPatient(ctx, stored, input, visitsOfPatientChanged)),
  )
}

// Handles a registration that was received twice, for example because the first response was lost.
async function repeatOf(ctx: Context, stored: StoredPatient, input: SaveInput): Promise<StoredPatient> {
  const values = comparable(valuesOf(input, dayAt(ctx.now, ctx.caller.timeZone)))
  const now = comparable({
    ...stored,
    ssn: stored.ssn || stored.ssn_held,
    passport: stored.passport || stored.passport_held,
  })
  const isSame = Object.entries(values).every(([name, value]) => now[name] === value)
  if (!isSame) throw new Refusal('conflict', undefined, { current: toPatientRow(stored) })
  await patientChanged(ctx, stored)
  return stored
}

/**
 * Records that somebody worked with the patient. Announces it to devices at most once a day, because their window
 * depends on it.
 */
export async function touchPatient(ctx: Context, id: string): Promise<void> {
  const touched = await ctx.tx
    .updateTable('patient')
    .set({ touched: ctx.now, rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .where('hidden', 'is', null)
    .where('touched', '<', new Date(ctx.now.getTime() - DAY_MS))
    .returningAll()
    .executeTakeFirst()
  if (touched) await patientChanged(ctx, touched)
}
