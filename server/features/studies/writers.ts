import type { writerCalls } from '#contract/calls/writers.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { canWriteReport } from '../reports/rights.ts'
import { findVisibleStudy } from './store.ts'
import { forgetWriter, noteWriter, selectWriters } from './writer-store.ts'

/** Who is writing right now: a soft claim that holds nobody back (docs/sync.md#policies, draft report). */
export const writerHandlers: HandlersFor<typeof writerCalls> = {
  writing: async ({ study_id: studyId, is_over: isOver }, ctx) => {
    const claim = { caller: ctx.caller, studyId }
    if (isOver === 1) {
      await forgetWriter(ctx.tx, claim)
      return { message: 'Left' }
    }
    await demandWriter(ctx, studyId)
    await noteWriter(ctx.tx, claim, ctx.now)
    return { message: 'Noted' }
  },
  writers: async ({ study_ids: ids }, ctx) => ({
    result: await selectWriters(ctx.tx, ctx.caller, ctx.now, ids?.split(',').filter(Boolean)),
  }),
}

// That the study may be seen is asked before anything else is told.
async function demandWriter(ctx: Context, studyId: string): Promise<void> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, studyId, ctx.now)
  if (!study) throw new Refusal('not_found')
  if (!canWriteReport(ctx.caller, study)) throw new Refusal('not_permitted')
}
