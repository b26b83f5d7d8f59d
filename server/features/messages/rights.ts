import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { findVisibleStudy } from '../studies/store.ts'

/** Refuses who may not write to patients: staff who share studies or make appointments may. */
export function demandSender({ caller }: Pick<Context, 'caller'>): void {
  const mayWrite = caller.permissions.has('share_study') || caller.permissions.has('appointments')
  if (caller.userType !== 'CLIENT' || !mayWrite) throw new Refusal('not_permitted')
}

/** The same, asked before the input of a call is read. */
export const demandMessages = (caller: Caller): void => demandSender({ caller })

/** The study that a message is about must be one that the sender may see; without a study there is nothing to ask. */
export async function demandStudyOfMessage(ctx: Context, studyId: string | undefined): Promise<void> {
  if (studyId === undefined) return
  if (!(await findVisibleStudy(ctx.tx, ctx.caller, studyId, ctx.now))) throw new Refusal('not_found')
}
