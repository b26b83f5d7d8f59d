import type { patientProofCalls } from '#contract/calls/patients.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isProof, type ProvenPerson, proofKindOf } from '#domain/sharing/proof.ts'
import { findPatient, type StoredPatient } from '#server/features/patients/public/find-patient.ts'
import { admitAnswer, forgiveAnswers } from '#server/features/share-links/proof-throttle.ts'
import type { Context } from '#server/kernel/context.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'

/** Returns the record of the calling PATIENT. */
export async function ownPatient({ tx, caller }: Context): Promise<StoredPatient> {
  const patient =
    caller.userType === 'PATIENT'
      ? await findPatient(tx, caller.clientId, { user_id: caller.userId })
      : undefined
  if (!patient) throw new Refusal('not_found', 'The centre has not opened your record yet.')
  return patient
}

const personOf = ({ dob, pat_id }: StoredPatient): ProvenPerson => ({ birth_date: dob, pat_id })

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

/**
 * Checks the answer; counts the attempt in a separate transaction, so that a refusal does not roll back its own
 * count.
 */
export const patientProofHandlers: LiveHandlersFor<typeof patientProofCalls> = {
  prove: async ({ answer }, live) => {
    const subject = live.caller.userId
    const run = <T>(work: (tx: Context['tx']) => Promise<T>) => live.tenant((ctx) => work(ctx.tx))
    const now = await live.tenant(async (ctx) => {
      await ownPatient(ctx)
      return ctx.now
    })
    await admitAnswer(run, subject, now)
    const isRight = await live.tenant((ctx) => take(ctx, answer))
    if (!isRight) throw new Refusal('proof_wrong')
    await forgiveAnswers(run, subject)
    return { message: 'Thank you.' }
  },
}

async function take(ctx: Context, answer: string): Promise<boolean> {
  const { clientId, sessionId, userId } = ctx.caller
  const patient = await ownPatient(ctx)
  const isRight = isProof(personOf(patient), answer)
  await ctx.audit(isRight ? 'proof' : 'proof_refused', 'patient', patient.id)
  if (isRight)
    await ctx.tx
      .insertInto('portal_proof')
      .values({ client_id: clientId, session_id: sessionId, user_id: userId, proven: ctx.now })
      .onConflict((conflict) => conflict.columns(['client_id', 'session_id']).doNothing())
      .execute()
  return isRight
}
