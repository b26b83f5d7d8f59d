import type { Context } from '#server/kernel/context.ts'
import { changeVisit, type LockedVisit, lockVisit } from '../write-store.ts'

/** Keeps when services of a visit were sent to the laboratory, or why it did not take them; announces the visit. */
export async function markSentToLaboratory(
  ctx: Context,
  visitId: string,
  ids: readonly string[],
  change: { lab_sent_on?: Date; lab_error: string },
): Promise<void> {
  const visit = await lockVisit(ctx, visitId)
  await ctx.tx
    .updateTable('visit_service')
    .set(change)
    .where('client_id', '=', ctx.caller.clientId)
    .where('visit_id', '=', visitId)
    .where('id', 'in', [...ids])
    .execute()
  await changeVisit(ctx, visit, {})
}

/** Keeps that an examination of a locked visit was sent to its machine, and announces the visit. */
export async function markSentToMachine(ctx: Context, visit: LockedVisit, serviceId: string): Promise<void> {
  await ctx.tx
    .updateTable('visit_service')
    .set({ is_sent_to_machine: true, sent_to_machine_on: ctx.now })
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', serviceId)
    .execute()
  await changeVisit(ctx, visit, {})
}
