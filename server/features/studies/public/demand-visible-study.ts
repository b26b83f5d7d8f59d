import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context } from '#server/kernel/context.ts'
import { findVisibleStudy } from './store.ts'

/** Throws unless the caller may see the study; without one there is nothing to check. */
export async function demandVisibleStudy(ctx: Context, studyId: string | undefined): Promise<void> {
  if (studyId === undefined) return
  if (!(await findVisibleStudy(ctx.tx, ctx.caller, studyId, ctx.now))) throw new Refusal('not_found')
}
