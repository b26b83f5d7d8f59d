import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'
import { patientChanged } from './announce.ts'

/** Gives a patient the user of the portal, and announces the new revision to the patient's branches. */
export async function giveUser(
  ctx: Pick<Context, 'tx' | 'caller' | 'changed'>,
  patientId: string,
  userId: string,
): Promise<void> {
  const patient = await ctx.tx
    .updateTable('patient')
    .set({ user_id: userId, rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', patientId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await patientChanged(ctx, patient)
}
