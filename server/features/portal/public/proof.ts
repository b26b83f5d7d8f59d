import { Refusal } from '#contract/kernel/error-codes.ts'
import { type ProvenPerson, proofKindOf } from '#domain/sharing/proof.ts'
import { findPatient, type StoredPatient } from '#server/features/patients/public/find-patient.ts'
import type { Context } from '#server/kernel/context.ts'

/** Returns the record of the calling PATIENT. */
export async function ownPatient({ tx, caller }: Context): Promise<StoredPatient> {
  const patient =
    caller.userType === 'PATIENT'
      ? await findPatient(tx, caller.clientId, { user_id: caller.userId })
      : undefined
  if (!patient) throw new Refusal('not_found', 'The centre has not opened your record yet.')
  return patient
}

/** Returns what a patient can be asked for as proof of identity. */
export const personOf = ({ dob, pat_id }: StoredPatient): ProvenPerson => ({ birth_date: dob, pat_id })

/**
 * Returns the question that the patient must answer before results are shown, and whether this session has answered
 * it.
 */
export async function proofAsked(ctx: Context) {
  const asks = proofKindOf(personOf(await ownPatient(ctx)))
  if (asks === undefined) throw new Refusal('record_incomplete')
  return { asks, is_proven: (await isProven(ctx)) ? (1 as const) : (0 as const) }
}

/** Throws if a patient's session has not proven the identity (docs/people.md#tenants). */
export async function demandProof(ctx: Context): Promise<void> {
  if (!(await isProven(ctx))) throw new Refusal('proof_needed')
}

async function isProven({ tx, caller }: Context): Promise<boolean> {
  const proof = await tx
    .selectFrom('portal_proof')
    .select('session_id')
    .where('client_id', '=', caller.clientId)
    .where('session_id', '=', caller.sessionId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  return proof !== undefined
}
