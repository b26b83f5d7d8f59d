import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

/** Throws unless the caller may write to patients: staff who share studies or make appointments. */
export function demandSender({ caller }: Pick<Context, 'caller'>): void {
  const mayWrite = caller.permissions.has('share_study') || caller.permissions.has('appointments')
  if (caller.userType !== 'CLIENT' || !mayWrite) throw new Refusal('not_permitted')
}

/** The same check before the input of a call is parsed. */
export const demandMessages = (caller: Caller): void => demandSender({ caller })
