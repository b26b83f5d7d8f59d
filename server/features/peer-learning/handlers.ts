import type { peerCalls } from '#contract/calls/peer-learning.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { selectStudyRows } from '../studies/public/store.ts'
import { selectBlindedReports } from './blinded-reports.ts'
import { answerPoint, markSeen, selectPoints } from './points.ts'
import { demandSwitchedOn } from './public/rights.ts'
import { saveReview } from './save-review.ts'
import { findReading, selectDone, selectWaiting } from './select-readings.ts'

/** Handlers of contract/calls/peer-learning: everybody sees only their own (docs/peer-learning.md). */
export const peerHandlers: HandlersFor<typeof peerCalls> = {
  readings: async (_, ctx) => {
    await demandSwitchedOn(ctx)
    return { result: { waiting: await selectWaiting(ctx), done: await selectDone(ctx) } }
  },
  reading: async ({ id }, ctx) => {
    await demandSwitchedOn(ctx)
    const { tx, caller, now } = ctx
    const reading = await findReading(ctx, id)
    if (!reading) throw new Refusal('not_found')
    const [study] = await selectStudyRows(tx, caller.clientId, [reading.study_id], now)
    await ctx.audit('open', 'peer_reading', id)
    return {
      result: {
        reading,
        reports: await selectBlindedReports(tx, caller.clientId, id),
        viewer_url: study?.viewer_url ?? '',
        local_viewer_url: study?.local_viewer_url ?? '',
        is_there: study ? 1 : 0,
      },
    }
  },
  saveReview: async (input, ctx) => {
    await demandSwitchedOn(ctx)
    return { message: 'Thank you. Your reading is kept.', result: { reading: await saveReview(ctx, input) } }
  },
  points: async (_, ctx) => {
    await demandSwitchedOn(ctx)
    return { result: await selectPoints(ctx) }
  },
  markSeen: async ({ id }, ctx) => {
    await demandSwitchedOn(ctx)
    return { message: 'Read', result: { point: await markSeen(ctx, id) } }
  },
  answer: async ({ id, answer }, ctx) => {
    await demandSwitchedOn(ctx)
    return { message: 'Your answer is kept', result: { point: await answerPoint(ctx, id, answer) } }
  },
}
