import { Refusal } from '#contract/kernel/error-codes.ts'
import { DUPLICATE_PASSPORT, DUPLICATE_SSN } from '#domain/patient/patient-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { holdNumbers, IDENTITY_FIELDS, type IdentityField, isPatIdTaken, isTaken } from './numbers.ts'
import { nextPatId, type PatIdWish, type PatientSettings, wantedPatId } from './pat-id.ts'

const REFUSALS = {
  ssn: ['duplicate_ssn', DUPLICATE_SSN],
  passport: ['duplicate_passport', DUPLICATE_PASSPORT],
} as const satisfies Record<IdentityField, readonly [string, string]>

/** The numbers of a record, and the numbers set aside because another record has them. */
export interface Identity {
  ssn: string
  passport: string
  ssn_held: string
  passport_held: string
}

/**
 * Assigns a record its national id and passport. If another record has a number, throws with the spec's words; work
 * made offline is kept, and the number is set aside until a person has checked it
 * (docs/sync.md#accepted-and-flagged).
 */
export async function settleIdentity(
  ctx: Context,
  id: string,
  wanted: Record<IdentityField, string>,
): Promise<Identity> {
  const { tx, caller } = ctx
  await holdNumbers(
    tx,
    caller.clientId,
    IDENTITY_FIELDS.map((field) => wanted[field]),
  )
  const identity: Identity = { ...wanted, ssn_held: '', passport_held: '' }
  for (const field of IDENTITY_FIELDS) {
    if (!(await isTaken(tx, caller.clientId, field, wanted[field], id))) continue
    const [code, words] = REFUSALS[field]
    if (!ctx.madeOffline) throw new Refusal(code, words, { fields: { [field]: words } })
    identity[field] = ''
    identity[`${field}_held`] = wanted[field]
    ctx.flag('needs_merge')
  }
  return identity
}

/**
 * Returns the patient id of a new record. If an id typed offline belongs to another record, the series assigns a new
 * one instead.
 */
export async function settlePatId(
  ctx: Context,
  settings: PatientSettings,
  wish: PatIdWish,
): Promise<{ patId: string; gaveWay: boolean }> {
  const wanted = wantedPatId(settings, wish)
  if (wanted === undefined) return { patId: await nextPatId(ctx, wish.id), gaveWay: false }
  await holdNumbers(ctx.tx, ctx.caller.clientId, [`id ${wanted}`])
  if (!(await isPatIdTaken(ctx.tx, ctx.caller.clientId, wanted, wish.id)))
    return { patId: wanted, gaveWay: false }
  const isOfDesk = !settings.usesNumberAsPatId
  if (isOfDesk && !ctx.madeOffline)
    throw new Refusal('invalid', undefined, { fields: { pat_id: 'Another patient has this ID.' } })
  return { patId: await nextPatId(ctx, wish.id), gaveWay: isOfDesk }
}
