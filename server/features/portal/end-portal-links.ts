import { sql } from 'kysely'
import type { Context } from '#server/kernel/context.ts'

/** Revokes every automatic sign-in link of a patient's own user. */
export async function endPortalLinks(ctx: Context, patientId: string, userId: string): Promise<void> {
  await sql`select entry.revoke_patient_links(${ctx.caller.clientId}, ${userId}, ${ctx.now})`.execute(ctx.tx)
  await ctx.audit('revoke_access', 'patient', patientId)
}
