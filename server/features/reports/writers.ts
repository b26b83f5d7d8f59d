import type { writerCalls } from '#contract/calls/writers.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { RESERVED_LONGEST_MS } from '#domain/time/intervals.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { forgetWriter, noteWriter, selectWriters } from '../studies/public/writer-store.ts'
import { canWriteReport } from './public/rights.ts'

/**
 * Handlers for who reads a study right now: a soft reservation that blocks nobody (docs/studies.md#reserved-studies).
 */
export const writerHandlers: HandlersFor<typeof writerCalls> = {
  writing: async ({ study_id: studyId, opening_id: openingId, since, is_over: isOver }, ctx) => {
    const claim = { caller: ctx.caller, studyId, openingId }
    if (isOver === 1) {
      await forgetWriter(ctx.tx, claim)
      return { message: 'Left' }
    }
    await demandWriter(ctx, studyId)
    await noteWriter(ctx.tx, { ...claim, since: openedAt(since, ctx.now) }, ctx.now)
    return { message: 'Noted' }
  },
  writers: async ({ study_ids: ids }, ctx) => ({
    result: await selectWriters(ctx.tx, ctx.caller, ctx.now, ids?.split(',').filter(Boolean)),
  }),
}

// Limits the start time, because the device's clock may be wrong: not later than now, and not earlier than the
// longest accepted reservation.
function openedAt(since: string | undefined, now: Date): Date {
  const [at, earliest] = [
    since === undefined ? now.getTime() : Date.parse(since),
    now.getTime() - RESERVED_LONGEST_MS,
  ]
  return new Date(Math.min(Math.max(at, earliest), now.getTime()))
}

// Checks that the study is visible before the response reveals anything else.
async function demandWriter(ctx: Context, studyId: string): Promise<void> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, studyId, ctx.now)
  if (!study) throw new Refusal('not_found')
  if (!canWriteReport(ctx.caller, study)) throw new Refusal('not_permitted')
}
