import type { patientProofCalls } from '#contract/calls/patients.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isProof } from '#domain/sharing/proof.ts'
import type { Context } from '#server/kernel/context.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { admitAnswer, forgiveAnswers } from '../share-links/proof-throttle.ts'
import { ownPatient, personOf } from './public/proof.ts'

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
